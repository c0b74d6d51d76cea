import { forKinds, type NoticeKind, noticeKinds } from '#contract/kit/notice-kind.ts'
import { gatheredKinds, notices } from '#contract/notices.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { switchMailOff, switchSummaryOff } from '../settings.ts'

const off = (kinds: readonly NoticeKind[]) => (context: Context<Tx>, personId: string) =>
  switchMailOff(context, personId, kinds)

const canBeOff = noticeKinds.filter((kind) => !notices[kind].isSafety)

/** How the mails of notices are switched off from within one, but for those that keep people safe. */
export const mailsOff = {
  ...forKinds(canBeOff, (kind) => off([kind])),
  'several-notices': off(gatheredKinds),
  'weekly-summary': switchSummaryOff,
}
