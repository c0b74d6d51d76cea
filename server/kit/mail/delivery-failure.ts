import { z } from 'zod'
import { mailKindsWithoutSecret } from '#contract/kit/kinds/mail-kind.ts'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { dayMs, hourMs, secondMs } from '#contract/kit/time/durations.ts'
import { explainErrorCode } from '../outbound/network-errors.ts'
import type { ClaimedMail } from './claimed-mail.ts'
import { noTlsOfferedMessage } from './delivery/smtp-tls.ts'

const firstRetryMs = 5 * secondMs
const lastRetryMs = hourMs
/** As long as an invitation's link is valid (contract, section 2). */
const keepTryingMs = 7 * dayMs

/** The server's answer in errors of the mail library, and the SMTP command. */
const Answered = z.object({ command: z.string(), responseCode: z.number(), response: z.string() })

/** Why a try failed: the mail server's answer, or our own message if there was none. */
export function getFailureReason(error: unknown): string {
  if (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ETLS' &&
    isTlsNotOffered(error)
  ) {
    return noTlsOfferedMessage
  }
  const answered = Answered.safeParse(error).data
  if (answered) return dropRepeatedCode(answered.response)
  return explainConnection(getErrorMessage(error))
}

/** The mail library has its own codes; only its message names Node's. */
function explainConnection(message: string): string {
  const code = message.match(/^(?:connect|getaddrinfo|read|write) (E[A-Z_]+)/)?.[1]
  const words = code && explainErrorCode(code)
  return words ? `${words} (${message})` : message
}

/**
 * Returns a mail server's answer with its code once: some servers repeat the code within a line,
 * and multi-line answers have it in each.
 */
export function dropRepeatedCode(response: string): string {
  const code = response.match(/^\d{3}(?=[ -])/)?.[0]
  if (code === undefined) return response
  const repeated = new RegExp(`^(${code}[ -]+)+`)
  const lines = response.split(/\r?\n/).map((line) => line.replace(repeated, '').trim())
  const status = lines[0]?.match(/^\d\.\d{1,3}\.\d{1,3} /)?.[0] ?? ''
  const texts = lines.map((line) => (line.startsWith(status) ? line.slice(status.length) : line))
  return `${code} ${status}${[...new Set(texts)].filter(Boolean).join(' ')}`
}

/** A server without STARTTLS refuses the command itself. */
const isTlsNotOffered = (error: Error) =>
  'responseCode' in error &&
  [500, 501, 502, 503, 504, 530, 550].includes(Number(error.responseCode))

/** The most that is kept of an answer. */
const answerMaxLength = 500

/** Makes an answer storable: one line, limited, without control characters. */
export function toOneLine(said: string): string {
  return said
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, answerMaxLength)
    .toWellFormed()
}

/** Returns the delay (ms) before the next try: 5 seconds, doubled each time, up to an hour. */
export function getRetryDelayMs({ attempts }: Pick<ClaimedMail, 'attempts'>): number {
  return Math.min(lastRetryMs, firstRetryMs * 2 ** attempts)
}

/**
 * Whether to give up a mail: after a permanent failure, or after a week. A mail with a secret lives
 * no longer than its link; any other has a week of tries, and anew when an admin sends it again.
 */
export function isGivenUp(mail: ClaimedMail, isPermanent: boolean, now: number): boolean {
  if (isPermanent) return true
  const hasSecret = !mailKindsWithoutSecret.some((kind) => kind === mail.kind)
  return (hasSecret ? now - mail.created_at : getTriedMs(mail)) >= keepTryingMs
}

/** How long a mail has been tried (ms), if each try was made when it was due. */
function getTriedMs({ attempts }: ClaimedMail): number {
  let triedMs = 0
  for (let made = 0; made < attempts; made++) triedMs += getRetryDelayMs({ attempts: made })
  return triedMs
}

/** Codes about our commands or our login, not about the recipient. */
const ourCodes = new Set([500, 502, 503, 504, 530, 534, 535, 538])

/**
 * Enhanced status codes (RFC 3463) about the mail system, congestion, the protocol, or the sender's
 * address.
 */
const ours = /^5\.(3\.|4\.[35]$|5\.|1\.[78]$)/
/** After RCPT TO, a policy failure is about the sender: who may relay, and as whom. */
const policy = /^5\.7\./

/**
 * Whether a mail server permanently refused the recipient or the mail (5xx to RCPT or DATA), so
 * that a retry would fail too. Refusals of earlier commands, and those about us, may be fixed, so
 * these mails are retried.
 */
export function isPermanentFailure(error: unknown): boolean {
  const answered = Answered.safeParse(error).data
  if (!answered) return false
  const { command, responseCode, response } = answered
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  if (responseCode < 500 || responseCode > 599 || ourCodes.has(responseCode)) return false
  const status = dropRepeatedCode(response).match(/^\d{3} (\d\.\d{1,3}\.\d{1,3})\b/)?.[1] ?? ''
  if (ours.test(status)) return false
  if (command === 'DATA') return true
  return !policy.test(status) && !/\brelay/i.test(response)
}
