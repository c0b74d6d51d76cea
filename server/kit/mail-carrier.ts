import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secondMs } from './clock.ts'
import type { ClaimedMail } from './outbox.ts'

/** Carries one mail; raises an error if it did not get there. */
export type MailCarrier = (mail: ClaimedMail) => Promise<void>

/** The mails are text alone: nothing in one may name a file or an address to read. */
const textOnly = { disableFileAccess: true, disableUrlAccess: true }

/** Carries mail to an SMTP server. The library is loaded with the first mail, as it takes 7 MiB. */
export function carryBySmtp(smtpUrl: string, from: string): MailCarrier {
  const options = {
    url: smtpUrl,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: 30 * secondMs,
    ...textOnly,
  }
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(options)
    await transport.sendMail(messageOf(mail, from))
  }
}

/** Writes each mail into a file `<id>.eml` in the folder: all of it or, after a crash, nothing. */
export function carryToFiles(folder: string, from: string): MailCarrier {
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, ...textOnly })
    const { message } = await transport.sendMail(messageOf(mail, from))
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${mail.id}.eml`)
    // It holds a link that signs a person in: nobody but the server's own user reads it.
    await writeFile(`${file}.part`, message, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }
}

function messageOf({ id, recipient, subject, body, created_at }: ClaimedMail, from: string) {
  const domain = from.match(/@([^\s>]+)/)?.[1] ?? 'weekward'
  return {
    from,
    to: { name: '', address: recipient },
    subject,
    text: body,
    date: new Date(created_at),
    // The same each time, so that a mail sent again after a crash can be recognised.
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
