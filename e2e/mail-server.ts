import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  /** What the school's server is told, for SMTP_URL. */
  url: string
  /** Waits for the mail to an address and returns it, with its headers. */
  mailTo: (email: string) => Promise<string>
  stop: () => Promise<void>
}

/** Starts a mail server on loopback that keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const { port } = listening.address() as AddressInfo // It listens on a port, not on a pipe.
  return {
    url: `smtp://127.0.0.1:${port}`,
    async mailTo(email) {
      const find = () => mails.find(({ to }) => to.includes(email))
      await expect.poll(find).toBeDefined()
      return find()?.text ?? ''
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
