import { z } from 'zod'
import { getMessage } from '#contract/kit/text/text.ts'
import { dayMs, hourMs, secondMs } from '#contract/kit/time/time.ts'
import { noTlsOfferedMessage } from './delivery/smtp-tls.ts'
import type { ClaimedMail } from './delivery-loop.ts'

const firstRetryMs = 5 * secondMs
const lastRetryMs = hourMs
/** An invitation's link is good for as long (contract, section 2). */
const keepTryingMs = 7 * dayMs

/** What the mail library's errors say of the server's answer, and to which SMTP command it was. */
const Answered = z.object({ command: z.string(), responseCode: z.number(), response: z.string() })

/** Why a try failed: in the mail server's own words, or where it said none in ours. */
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
  return getMessage(error)
}

/**
 * What a mail server answered, its code in front of it once: some say it twice in a line, and an
 * answer of several lines has it in each.
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

/** Asked to begin TLS, a server that cannot refuses the command itself. */
const isTlsNotOffered = (error: Error) =>
  'responseCode' in error &&
  [500, 501, 502, 503, 504, 530, 550].includes(Number(error.responseCode))

/** As much is told and kept of what a mail server says. */
const answerMaxLength = 500

/** What a mail server says can be anything: in one line, without signs that a database refuses. */
export function toOneLine(said: string): string {
  return said
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, answerMaxLength)
    .toWellFormed()
}

/**
 * The milliseconds until a mail is tried again that could not be sent: from 5 seconds, twice as
 * long each time, up to an hour.
 */
export function getRetryDelayMs({ attempts }: Pick<ClaimedMail, 'attempts'>): number {
  return Math.min(lastRetryMs, firstRetryMs * 2 ** attempts)
}

/** Whether a mail that could not be sent is given up: when it was refused for good, and after a week. */
export function isGivenUp(mail: ClaimedMail, isPermanent: boolean, now: number): boolean {
  return isPermanent || now - mail.created_at >= keepTryingMs
}

/** Answers to what we said, how we said it, or without a login: no recipient is at fault. */
const ourCodes = new Set([500, 502, 503, 504, 530, 534, 535, 538])

/**
 * Enhanced status codes (RFC 3463) that speak of the mail system, its congestion, the protocol,
 * or the sender's address.
 */
const ours = /^5\.(3\.|4\.[35]$|5\.|1\.[78]$)/
/** Said to a recipient, a policy is about who sends: who may relay, and as whom. */
const policy = /^5\.7\./

/**
 * Whether a mail server refused a recipient, or the mail to them, for good (5xx to RCPT or DATA):
 * the same mail would be refused again. What it refuses before, and what it says of us there, may
 * be put right, so it is tried again.
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
