import { testMailTimeoutMs } from '#contract/limits/mails.ts'
import type { Context } from '../../context.ts'
import { toOneLine } from '../delivery-failure.ts'
import { type Mail, makeUnqueuedMail } from '../outbox.ts'
import { makeGetSender } from '../sender-identity.ts'
import { makeMailTransport } from './mail-transport.ts'

/**
 * Sends a mail once, without the outbox, within the time that a call can wait. Returns whether it
 * was accepted, and the server's answer or our own error message.
 */
export async function tryToSend(
  context: Context,
  mail: Mail,
  { smtpUrl, from }: { smtpUrl: string; from: string },
): Promise<{ isTaken: boolean; answer: string }> {
  const transport = makeMailTransport()
  const unsent = makeUnqueuedMail(context, mail)
  const senderOf = await makeGetSender(context, from)
  const to = { smtpUrl }
  const went = await transport.send({
    mail: unsent,
    sender: senderOf(unsent),
    to,
    tryMs: testMailTimeoutMs,
  })
  await transport.stop()
  return {
    isTaken: went.isAccepted,
    answer: toOneLine(went.isAccepted ? went.answer : went.reason),
  }
}
