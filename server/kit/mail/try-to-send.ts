import { mailAnswerMs } from '#contract/limits/mails.ts'
import type { Context } from '../context.ts'
import { oneLineOf, reasonOf } from './failure.ts'
import { senderOf } from './mailer.ts'
import { type Mail, unsentMail } from './outbox.ts'
import { carryBySmtp } from './transport.ts'

/**
 * Hands a mail to a mail server once, past the outbox, within the time that a call can wait. Returns
 * whether it was taken, and what was said: in the server's own words, or where it said none in ours.
 */
export async function tryToSend(
  context: Context,
  mail: Mail,
  { smtpUrl, from }: { smtpUrl: string; from: string },
): Promise<{ isTaken: boolean; answer: string }> {
  const carry = carryBySmtp(smtpUrl, senderOf(context, from), mailAnswerMs)
  try {
    return { isTaken: true, answer: oneLineOf(await carry(unsentMail(context, mail))) }
  } catch (error) {
    return { isTaken: false, answer: oneLineOf(reasonOf(error)) }
  }
}
