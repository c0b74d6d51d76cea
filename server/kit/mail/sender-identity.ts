import { isUnsubscribable } from '#contract/kit/kinds/mail-kind.ts'
import type { Context } from '../context.ts'
import type { ClaimedMail } from './claimed-mail.ts'
import type { Sender } from './message/compose.ts'
import { makeGetUnsubscribeUrl } from './unsubscribe.ts'

/** Returns a function that gives the sender of a mail by the current settings. */
export async function makeGetSender(
  context: Context,
  from: string,
): Promise<(mail: ClaimedMail) => Sender> {
  const { appUrl, schoolName, schoolLogo } = context.settings
  const school = { appUrl, schoolName, schoolLogo }
  const unsubscribeUrl = await makeGetUnsubscribeUrl(context)
  return (mail) => {
    const stop = isUnsubscribable(mail.kind) ? unsubscribeUrl(mail) : undefined
    return { from, school, unsubscribeUrl: stop }
  }
}
