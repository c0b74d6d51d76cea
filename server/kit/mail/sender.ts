import { canBeStopped } from '#contract/kit/mail-kind.ts'
import type { Context } from '../context.ts'
import type { Sender } from './message/compose.ts'
import type { ClaimedMail } from './postman.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** Who sends a mail, as the school's settings are now. */
export async function senderOf(context: Context, from: string, mail: ClaimedMail): Promise<Sender> {
  const { appUrl, schoolName, schoolLogo } = context.settings
  const school = { appUrl, schoolName, schoolLogo }
  const stop = canBeStopped(mail.kind) ? await unsubscribeUrl(context, mail) : undefined
  return { from, school, unsubscribeUrl: stop }
}
