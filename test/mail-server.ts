import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A mail as the server got it: the envelope's addresses, and the text with its headers. */
export type ReceivedMail = { from: string; to: string[]; text: string }

const quietWithinMs = 5_000

/** A real mail server on loopback that keeps what it gets; `url` is for SMTP_URL. */
export async function startMailServer(port = 0) {
  const mails: ReceivedMail[] = []
  let wake = () => {}
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
        wake()
        done()
      })
    },
  })
  // A client that is killed breaks its connection off; what it had not sent to the end is no mail.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  // It listens on a port, so its address is one with a port.
  const address = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  /** Waits for the next mail; whoever sends it is just being told that it is taken. */
  const nextMail = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  /** Waits until all that was on its way from somebody who has gone is read. */
  async function untilQuiet() {
    const deadline = performance.now() + quietWithinMs
    while (server.connections.size > 0 && performance.now() < deadline) await setTimeout(5)
  }
  return {
    mails,
    nextMail,
    untilQuiet,
    stop,
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
  }
}
