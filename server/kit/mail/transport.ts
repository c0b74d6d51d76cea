import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type MimeNode from 'nodemailer/lib/mime-node'
import { writtenToFile } from '#contract/kit/mail-kind.ts'
import { secondMs } from '#contract/kit/time.ts'
import { makeFolder } from '#server/database/engines/private-files.ts'
import { smtpOptions } from './encryption.ts'
import { composeMessage, type Sender } from './message/compose.ts'
import type { ClaimedMail } from './postman.ts'

/**
 * Carries one mail and returns what was said when it was taken; raises an error if it did not get
 * there, or if nobody knows.
 */
type MailCarrier = (mail: ClaimedMail) => Promise<string>

/** So long a try takes at most, from looking up the server to the end of the connection. */
export const usualTryMs = 60 * secondMs
/** The part of it after which a try is broken off; a server that does not go is left in the rest. */
const forSending = 0.95

const lineMaxOctets = 998

const tookTooLong = 'The mail server took too long'

/**
 * Carries mail to an SMTP server, within `tryMs`: its other time-outs are of silence, which a server
 * breaks with a line now and then. The library is loaded with the first mail, as it takes 7 MiB.
 */
export function carryBySmtp(smtpUrl: string, sender: Sender, tryMs = usualTryMs): MailCarrier {
  const options = {
    ...smtpOptions(smtpUrl),
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: 30 * secondMs,
    socketCloseTimeout: tryMs * (1 - forSending),
  }
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const message = await composeMessage(mail, sender)
    const signal = AbortSignal.timeout(tryMs * forSending)
    try {
      const sent = await createTransport(options).sendMail({ ...message, signal })
      return sent.response ?? ''
    } catch (error) {
      if (signal.aborted) throw new Error(tookTooLong, { cause: error })
      throw error
    }
  }
}

/** Writes each mail into a file `<id>.eml` in the folder: all of it or, after a crash, nothing. */
export function carryToFiles(folder: string, sender: Sender): MailCarrier {
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const composed = await composeMessage(mail, sender)
    if (!hasOverlongLine(composed.text)) keepLinksWhole(transport)
    const { message } = await transport.sendMail(composed)
    makeFolder(folder)
    const name = `${mail.id}.eml`
    const file = join(folder, name)
    // It holds a link that signs a person in: nobody but the server's own user reads it.
    await writeFile(`${file}.part`, message, { mode: 0o600 })
    await rename(`${file}.part`, file)
    return `${writtenToFile} ${name}`
  }
}

/**
 * Text goes into the message as it is, for whoever reads the file and copies the link: the library
 * itself knows only encodings that break a long line, or make it unreadable.
 */
function keepLinksWhole(transport: Transporter<unknown>): void {
  transport.use('stream', ({ message }, done) => {
    for (const part of withPartsOf(message)) {
      if (String(part.getHeader('Content-Type')).startsWith('text/plain'))
        part.getTransferEncoding = () => '8bit'
    }
    done()
  })
}

function withPartsOf(part: MimeNode): MimeNode[] {
  return [part, ...part.childNodes.flatMap(withPartsOf)]
}

/** Whether a line has more octets than a mail may have in one (RFC 5322, section 2.1.1). */
function hasOverlongLine(text: string): boolean {
  return text.split('\n').some((line) => Buffer.byteLength(line) > lineMaxOctets)
}
