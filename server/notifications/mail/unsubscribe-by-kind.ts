import { unsubscribableNotificationKinds } from '#contract/kit/kinds/mail-kind.ts'
import { mapKinds, type NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { batchedKinds } from '#contract/notifications/notifications.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { switchMailOff, switchSummaryOff } from '../settings.ts'

const off = (kinds: readonly NotificationKind[]) => (context: Context<Tx>, personId: string) =>
  switchMailOff(context, personId, kinds)

/** How the unsubscribe link of each kind of mail works; account safety mails have none. */
export const unsubscribeByKind = {
  ...mapKinds(unsubscribableNotificationKinds, (kind) => off([kind])),
  /** For older mails, which do not name their kinds. */
  'several-notices': off(batchedKinds),
  'weekly-summary': switchSummaryOff,
}
