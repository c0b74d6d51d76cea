import { isUnsubscribable } from '#contract/kit/kinds/mail-kind.ts'
import type { Context } from '../context.ts'
import type { ClaimedMail } from './delivery-loop.ts'
import type { Sender } from './message/compose.ts'
import { makeUnsubscribeUrls } from './unsubscribe.ts'

/** Answers who sends each of some mails, as the school's settings are now. */
export async function getSenders(
  context: Context,
  from: string,
): Promise<(mail: ClaimedMail) => Sender> {
  const { appUrl, schoolName, schoolLogo } = context.settings
  const school = { appUrl, schoolName, schoolLogo }
  const unsubscribeUrl = await makeUnsubscribeUrls(context)
  return (mail) => {
    const stop = isUnsubscribable(mail.kind) ? unsubscribeUrl(mail) : undefined
    return { from, school, unsubscribeUrl: stop }
  }
}
