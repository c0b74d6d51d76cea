import { sql } from 'kysely'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { waitingMax } from '#contract/limits.ts'
import { type PageOrder, paginate } from '#server/database/list/paginate.ts'
import type { Db } from '#server/database/open.ts'
import { all, allForItems, didChange, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Adds notices, but for those a person has already had; returns the ids of those added. */
export const insertNotifications = allForItems((db, notices: Values<Tables['notifications']>[]) =>
  db
    .insertInto('notifications')
    .values(notices)
    .onConflict((conflict) => conflict.columns(['person_id', 'kind', 'dedupe_key']).doNothing())
    .returning('id'),
)

type NotifiedDay = Tables['daily_notifications']

/** Notes that a matter is told on a day; false where it was told before. */
export const insertDailyNotification = didChange((db, notified: Values<NotifiedDay>) =>
  db
    .insertInto('daily_notifications')
    .values(notified)
    .onConflict((conflict) => conflict.doNothing())
    .returning('about'),
)

/** Which of these matters were told on a day. */
export async function readDailyNotifications(
  db: Db,
  { kind, day, abouts }: Pick<NotifiedDay, 'kind' | 'day'> & { abouts: readonly string[] },
): Promise<string[]> {
  if (abouts.length === 0) return []
  const rows = db.selectFrom('daily_notifications').select('about').where('kind', '=', kind)
  const notified = await rows.where('day', '=', day).where('about', 'in', abouts).execute()
  return notified.map(({ about }) => about)
}

type ReviewNotice = { reviewId: string; dedupeKey: string }

/** Who was told of a matter of a review, and whether the mail of it is still to leave. */
export const readNotifiedPeople = all((db, { reviewId, dedupeKey }: Values<ReviewNotice>) =>
  selectReaders(db)
    .where('notifications.review_id', '=', reviewId)
    .where('notifications.dedupe_key', '=', dedupeKey),
)

const selectReaders = (db: Db) =>
  db
    .selectFrom('notifications')
    .innerJoin('people', 'people.id', 'notifications.person_id')
    .select(['people.id', 'people.role', 'notifications.kind', 'notifications.mail_due_at'])

type OfKinds = { reviewId: string; kinds: readonly NotificationKind[] }

/** What of these kinds was told of a review and is new to somebody, or still to leave. */
export function readUnsettledNotifications(db: Db, { reviewId, kinds }: OfKinds) {
  return selectReaders(db)
    .select('notifications.id as notice')
    .where('notifications.review_id', '=', reviewId)
    .where('notifications.kind', 'in', kinds)
    .where((is) => is.or([is('read_at', 'is', null), is('mail_due_at', 'is not', null)]))
    .execute()
}

/** These are new to nobody any more, and leave neither by mail nor by push. */
export async function markSettled(db: Db, { ids, now }: { ids: string[]; now: number }) {
  await db
    .updateTable('notifications')
    .set(({ fn, val }) => ({
      ...{ read_at: fn.coalesce('read_at', val(now)), mail_due_at: null, push_due_at: null },
    }))
    .where('id', 'in', ids)
    .execute()
}

/** What was told of a matter of a review is not to be mailed or pushed any more. */
export const cancelDueDeliveries = run((db, { reviewId, dedupeKey }: Values<ReviewNotice>) =>
  db
    .updateTable('notifications')
    .set({ mail_due_at: null, push_due_at: null })
    .where('review_id', '=', reviewId)
    .where('dedupe_key', '=', dedupeKey),
)

/** What of a person's waits for later than `held` is due at `until` (ms since 1970). */
export async function bringDueForward(
  db: Db,
  { personId, until, held }: OfPerson & { until: number; held: number },
): Promise<void> {
  for (const due of ['mail_due_at', 'push_due_at'] as const) {
    await db
      .updateTable('notifications')
      .set({ [due]: until })
      .where('person_id', '=', personId)
      .where(due, '>', held)
      .execute()
  }
}

/** As it stands in the index of those that are unread. */
const onPage = sql.lit(1)

type OfPerson = { personId: string }

/** Ids are in the order of age. */
const newestFirst: PageOrder<{ id: string }> = {
  order: { columns: ['notifications.id'], direction: 'desc' },
  keyOf: (row) => [row.id],
}

/** A page of what a person was told on the page, the newest first. */
export const readNotificationPage = paginate(newestFirst, (db, { personId }: Values<OfPerson>) =>
  selectNotificationsTo(db, personId).where('notifications.on_page', '=', onPage),
)

/** What a person was told, each with the review where it is theirs. */
export function selectNotificationsTo(db: Db, personId: string | Values<OfPerson>['personId']) {
  return selectNotifications(db).where('notifications.person_id', '=', personId)
}

/** Notices, each with its review where that is its reader's. */
export function selectNotifications(db: Db) {
  return db
    .selectFrom('notifications')
    .leftJoin('reviews', (join) =>
      join
        .onRef('reviews.id', '=', 'notifications.review_id')
        .on(({ eb, or, ref }) =>
          or([
            eb('reviews.student_id', '=', ref('notifications.person_id')),
            eb('reviews.advisor_id', '=', ref('notifications.person_id')),
            eb('reviews.reviewer_id', '=', ref('notifications.person_id')),
          ]),
        ),
    )
    .select([
      'notifications.id',
      'notifications.kind',
      'notifications.payload',
      'notifications.at',
      'notifications.read_at',
    ])
    .select(['notifications.review_id', 'reviews.id as review'])
}

/** How many of a person's notices are unread: beyond the limit nothing is read. */
export const countUnread = one((db, { personId }: Values<OfPerson>) =>
  db
    .selectFrom(
      db
        .selectFrom('notifications')
        .select('id')
        .where('person_id', '=', personId)
        .where('read_at', 'is', null)
        .where('on_page', '=', onPage)
        .limit(sql.lit(waitingMax))
        .as('unread'),
    )
    .select(({ fn }) => fn.countAll<number>().as('unread')),
)

/** Marks all of a person's notices as read. */
export const markAllRead = run((db, { personId, now }: Values<OfPerson & { now: number }>) =>
  updateUnread(db, personId, now),
)

/** Marks those with the given ids as read, if they are this person's. */
export async function markSomeRead(
  db: Db,
  { personId, now, ids }: OfPerson & { now: number; ids: string[] },
): Promise<void> {
  await updateUnread(db, personId, now).where('id', 'in', ids).execute()
}

function updateUnread(
  db: Db,
  personId: string | Values<OfPerson>['personId'],
  now: number | Values<{ now: number }>['now'],
) {
  return db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .where('on_page', '=', onPage)
}
