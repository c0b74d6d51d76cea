import { unsubscribableKinds } from '#contract/kit/kinds/mail-kind.ts'
import { forKinds, type NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { batchedKinds } from '#contract/notifications.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { switchMailOff, switchSummaryOff } from '../settings.ts'

const off = (kinds: readonly NotificationKind[]) => (context: Context<Tx>, personId: string) =>
  switchMailOff(context, personId, kinds)

/** How the mails of notices are switched off from within one, but for those that keep people safe. */
export const unsubscribeByKind = {
  ...forKinds(unsubscribableKinds, (kind) => off([kind])),
  /** Of an older mail, which does not say what it holds. */
  'several-notices': off(batchedKinds),
  'weekly-summary': switchSummaryOff,
}
