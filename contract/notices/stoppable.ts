import type { MailKind } from '../kit/mail-kind.ts'
import { type NoticeKind, noticeKinds } from '../kit/notice-kind.ts'
import { gatheredKinds, notices } from '../notices.ts'

/** Whose mails their reader can stop: all but those that keep an account safe. */
export const stoppableKinds: readonly NoticeKind[] = noticeKinds.filter(
  (kind) => !notices[kind].isSafety,
)

/** Whether a reader can stop mails of this kind. */
export function canBeStopped(kind: MailKind | null): kind is StoppableMail {
  const kinds: readonly (MailKind | null)[] = stoppableKinds
  return kind === 'several-notices' || kind === 'weekly-summary' || kinds.includes(kind)
}

export type StoppableMail = NoticeKind | 'several-notices' | 'weekly-summary'

/** What the page calls what is stopped; a mail of several of which is not known which, all it can hold. */
export function namesOfStopped(kinds: readonly StoppableMail[]): string[] {
  return kinds.flatMap((kind) => {
    if (kind === 'weekly-summary') return 'The summary of the week'
    const told = kind === 'several-notices' ? gatheredKinds : [kind]
    return told.map((one) => notices[one].label)
  })
}
