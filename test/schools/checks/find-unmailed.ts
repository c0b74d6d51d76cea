import { setTimeout } from 'node:timers/promises'
import type { Db } from '#server/database/connect.ts'
import { isMailedAtOnce, isStillUseful, supersedes } from './expected-notifications.ts'

/** Waits until no mail and no reminder is due. */
export async function waitUntilNothingDue(db: Db, now: () => number): Promise<void> {
  const isAnyDue = async () => {
    const notice = db.selectFrom('notifications').select('id').where('mail_due_at', '<=', now())
    const reminder = db.selectFrom('reminders').select('review_id').where('due_at', '<=', now())
    return [await notice.executeTakeFirst(), await reminder.executeTakeFirst()].some(Boolean)
  }
  while (await isAnyDue()) await setTimeout(50)
}

/**
 * Compares the mails sent at once with the notifications. Returns a line for each difference: there
 * must be exactly one mail for each notification, except for ones that are no longer useful by
 * `now` (ms since 1970), blocked recipients, and undone or superseded ones, which may have been so
 * before they were mailed.
 */
export async function findUnmailed(db: Db, now: number): Promise<string[]> {
  const sentNotices = await db
    .selectFrom('notifications')
    .innerJoin('people', 'people.id', 'notifications.person_id')
    .select([
      'notifications.id',
      'kind',
      'payload',
      'at',
      'person_id',
      'dedupe_key',
      'review_id',
      'blocked_at',
      'mail_due_at',
    ])
    .execute()
  const lines = await db
    .selectFrom('review_history')
    .select(['id', 'review_id', 'what', 'undoes_id'])
    .execute()
  const mails = await db.selectFrom('outbox').select(['kind', 'person_id']).execute()
  const isUndone = new Set(lines.map(({ undoes_id }) => undoes_id))
  const toWhom = ({ kind, person_id }: { kind: string | null; person_id: string | null }) =>
    `${kind} to ${person_id}`
  const atOnce = sentNotices.filter(({ kind }) => isMailedAtOnce(kind))
  const mailed = Map.groupBy(
    mails.filter(({ kind }) => isMailedAtOnce(kind)),
    toWhom,
  )
  const notices = Map.groupBy(atOnce, toWhom)
  return [...new Set([...mailed.keys(), ...notices.keys()])].flatMap((name) => {
    const all = notices.get(name) ?? []
    const wanted = all.filter(
      (notice) =>
        notice.blocked_at === null &&
        // What was due while they were blocked goes ten minutes later, if they are unblocked by
        // then.
        notice.mail_due_at === null &&
        !isUndone.has(notice.dedupe_key) &&
        !lines.some((line) => line.id > notice.id && supersedes(line, notice)) &&
        // Recipients who got no mail about a change get none about its undo.
        notice.kind !== 'undone' &&
        isStillUseful(notice, now),
    )
    const count = mailed.get(name)?.length ?? 0
    if (count >= wanted.length && count <= all.length) return []
    return [`${name}: ${count} emails of ${all.length} notices, of which ${wanted.length} must go`]
  })
}
