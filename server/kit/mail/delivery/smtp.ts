import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type MimeNode from 'nodemailer/lib/mime-node'
import { writtenToFilePrefix } from '#contract/kit/kinds/mail-kind.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { ensurePrivateFolder } from '#server/database/engines/private-files.ts'
import { toSmtpOptions } from './smtp-tls.ts'

/** The share of a try's time after which it is aborted; the rest is for closing the connection. */
const forSending = 0.95
/** More than mails are ever sent at once, so that none queues behind a slow one. */
const connectionsMax = 100
/** Mails per connection: a server that limits its connections then refuses no more than these. */
const mailsAConnection = 20
/** How long an idle connection is kept; mail servers wait longer (RFC 5321, 4.5.3.2). */
const idleTimeout = 2 * secondMs

const lineMaxOctets = 998

const tookTooLong = 'The mail server took too long'

/** A pool of connections to a mail server. */
export type SmtpConnections = Awaited<ReturnType<typeof openSmtp>>

/** The longest that a try may take (ms). */
export type TryLimits = {
  /** From the DNS lookup to the end of the connection. */
  tryMs: number
  /**
   * Until the mail is handed over. What the server then does with it, such as a search for viruses,
   * takes minutes on some: it may accept a mail that we no longer wait for (RFC 5321, 4.5.3.2.6).
   */
  handOverMs: number
}

/**
 * Opens a pool to a mail server. Each try is limited as a whole: the library's own timeouts measure
 * silence, which a server can break with a line now and then. The library is loaded with the first
 * mail, as it takes 7 MiB.
 */
export async function openSmtp(smtpUrl: string, { tryMs, handOverMs }: TryLimits) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...toSmtpOptions(smtpUrl),
    pool: true,
    maxConnections: connectionsMax,
    maxMessages: mailsAConnection,
    idleTimeout,
    // If the server has closed an idle connection, the mail is sent on another one.
    maxRequeues: 1,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: tryMs,
    socketCloseTimeout: tryMs * (1 - forSending),
  })
  const onHandOver = new WeakMap<AbortSignal, () => void>()
  transport.use('stream', ({ data: { signal }, message }, done) => {
    // The last of the text is read when it goes into the connection.
    message.processFunc((text) => text.once('end', () => signal && onHandOver.get(signal)?.()))
    done()
  })
  return {
    /**
     * Returns the server's answer; throws an error if the mail was not accepted or the outcome is
     * unknown.
     */
    async send(message: SendMailOptions): Promise<string> {
      const aborting = new AbortController()
      const { signal } = aborting
      const abort = () => aborting.abort()
      const handOver = setTimeout(abort, handOverMs)
      const whole = setTimeout(abort, tryMs * forSending)
      onHandOver.set(signal, () => clearTimeout(handOver))
      try {
        const sent = await transport.sendMail({ ...message, signal })
        return sent.response ?? ''
      } catch (error) {
        if (signal.aborted) throw new Error(tookTooLong, { cause: error })
        throw error
      } finally {
        clearTimeout(handOver)
        clearTimeout(whole)
      }
    },
    close: () => transport.close(),
  }
}

/** Writes a mail to `<id>.eml` in the folder, atomically. */
export async function writeMailToFile(
  folder: string,
  id: string,
  composed: SendMailOptions & { text: string },
): Promise<string> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  if (!hasOverlongLine(composed.text)) keepLinksWhole(transport)
  const { message } = await transport.sendMail(composed)
  ensurePrivateFolder(folder)
  const name = `${id}.eml`
  const file = join(folder, name)
  // It may contain a login link, so only the server's user can read it.
  await writeFile(`${file}.part`, message, { mode: 0o600 })
  await rename(`${file}.part`, file)
  return `${writtenToFilePrefix} ${name}`
}

/**
 * Keeps text unencoded, so that people can copy links from the file: the library's encodings break
 * or obscure long lines.
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

/** Whether a line is longer than mails allow (RFC 5322, section 2.1.1). */
function hasOverlongLine(text: string): boolean {
  return text.split('\n').some((line) => Buffer.byteLength(line) > lineMaxOctets)
}
