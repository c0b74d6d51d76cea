import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as the server got it: the envelope's addresses, and the text with its headers. */
export type ReceivedMail = { from: string; to: string[]; text: string }

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
  return { mails, nextMail, stop, port: address.port, url: `smtp://127.0.0.1:${address.port}` }
}
