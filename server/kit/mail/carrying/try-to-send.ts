import { mailAnswerMs } from '#contract/limits/mails.ts'
import type { Context } from '../../context.ts'
import { oneLineOf } from '../failure.ts'
import { type Mail, unsentMail } from '../outbox.ts'
import { sendersOf } from '../sender.ts'
import { makeCarrier } from './carrier.ts'

/**
 * Hands a mail to a mail server once, past the outbox, within the time that a call can wait. Returns
 * whether it was taken, and what was said: in the server's own words, or where it said none in ours.
 */
export async function tryToSend(
  context: Context,
  mail: Mail,
  { smtpUrl, from }: { smtpUrl: string; from: string },
): Promise<{ isTaken: boolean; answer: string }> {
  const carrier = makeCarrier()
  const unsent = unsentMail(context, mail)
  const senderOf = await sendersOf(context, from)
  const to = { smtpUrl }
  const went = await carrier.carry({
    mail: unsent,
    sender: senderOf(unsent),
    to,
    tryMs: mailAnswerMs,
  })
  await carrier.stop()
  return { isTaken: went.isTaken, answer: oneLineOf(went.isTaken ? went.answer : went.reason) }
}
