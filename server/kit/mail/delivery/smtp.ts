import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type MimeNode from 'nodemailer/lib/mime-node'
import { writtenToFilePrefix } from '#contract/kit/kinds/mail-kind.ts'
import { secondMs } from '#contract/kit/time/time.ts'
import { ensureFolder } from '#server/database/engines/private-files.ts'
import { toSmtpOptions } from './smtp-tls.ts'

/** The part of a try after which it is broken off; a server that does not go is left in the rest. */
const forSending = 0.95
/** More than mails are ever in hand: none waits in line behind one that is slow. */
const connectionsMax = 100
/** So many mails a connection carries: a server that has had enough of it refuses no more than these. */
const mailsAConnection = 20
/** A connection waits so long for the next mail; a mail server waits for longer (RFC 5321, 4.5.3.2). */
const idleTimeout = 2 * secondMs

const lineMaxOctets = 998

const tookTooLong = 'The mail server took too long'

/** The connections to a mail server: each carries one mail after another while there are any. */
export type SmtpConnections = Awaited<ReturnType<typeof openSmtp>>

/**
 * Opens the way to a mail server. Each try to send takes `tryMs` at most: the library's other
 * time-outs are of silence, which a server breaks with a line now and then. The library is loaded
 * with the first mail, as it takes 7 MiB.
 */
export async function openSmtp(smtpUrl: string, tryMs: number) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...toSmtpOptions(smtpUrl),
    ...{ pool: true, maxConnections: connectionsMax, maxMessages: mailsAConnection, idleTimeout },
    // A connection that was kept may have been closed by the server: the mail takes another one.
    maxRequeues: 1,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: 30 * secondMs,
    socketCloseTimeout: tryMs * (1 - forSending),
  })
  return {
    /** Returns what the server said when it took it; raises an error if it did not, or nobody knows. */
    async send(message: SendMailOptions): Promise<string> {
      const signal = AbortSignal.timeout(tryMs * forSending)
      try {
        const sent = await transport.sendMail({ ...message, signal })
        return sent.response ?? ''
      } catch (error) {
        if (signal.aborted) throw new Error(tookTooLong, { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** Writes a mail into a file `<id>.eml` in the folder: all of it or, after a crash, nothing. */
export async function writeMailToFile(
  folder: string,
  id: string,
  composed: SendMailOptions & { text: string },
): Promise<string> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  if (!hasOverlongLine(composed.text)) keepLinksWhole(transport)
  const { message } = await transport.sendMail(composed)
  ensureFolder(folder)
  const name = `${id}.eml`
  const file = join(folder, name)
  // It holds a link that signs a person in: nobody but the server's own user reads it.
  await writeFile(`${file}.part`, message, { mode: 0o600 })
  await rename(`${file}.part`, file)
  return `${writtenToFilePrefix} ${name}`
}

/**
 * Text goes into the message as it is, for whoever reads the file and copies the link: the library
 * itself knows only encodings that break a long line, or make it unreadable.
 */
function keepLinksWhole(transport: Transporter<unknown>): void {
  transport.use('stream', ({ message }, done) => {
    for (const part of flattenParts(message)) {
      if (String(part.getHeader('Content-Type')).startsWith('text/plain'))
        part.getTransferEncoding = () => '8bit'
    }
    done()
  })
}

function flattenParts(part: MimeNode): MimeNode[] {
  return [part, ...part.childNodes.flatMap(flattenParts)]
}

/** Whether a line has more octets than a mail may have in one (RFC 5322, section 2.1.1). */
function hasOverlongLine(text: string): boolean {
  return text.split('\n').some((line) => Buffer.byteLength(line) > lineMaxOctets)
}
