import { sql } from 'kysely'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { waitingCountMax } from '#contract/limits/limits.ts'
import type { Db } from '#server/database/connect.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { all, allForItems, didChange, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Inserts notifications, except those that exist already; returns the ids of the new ones. */
export const insertNotifications = allForItems((db, notices: Values<Tables['notifications']>[]) =>
  db
    .insertInto('notifications')
    .values(notices)
    .onConflict((conflict) => conflict.columns(['person_id', 'kind', 'dedupe_key']).doNothing())
    .returning('id'),
)

type NotifiedDay = Tables['daily_notifications']

/** Records that people were notified of a subject on a day; false if that was recorded before. */
export const insertNotifiedDay = didChange((db, notified: Values<NotifiedDay>) =>
  db
    .insertInto('daily_notifications')
    .values(notified)
    .onConflict((conflict) => conflict.doNothing())
    .returning('about'),
)

/** Returns which of these subjects people were notified about on a day. */
export async function readNotifiedSubjects(
  db: Db,
  { kind, day, abouts }: Pick<NotifiedDay, 'kind' | 'day'> & { abouts: readonly string[] },
): Promise<string[]> {
  if (abouts.length === 0) return []
  const rows = db.selectFrom('daily_notifications').select('about').where('kind', '=', kind)
  const notified = await rows.where('day', '=', day).where('about', 'in', abouts).execute()
  return notified.map(({ about }) => about)
}

type ReviewNotice = { reviewId: string; dedupeKey: string }

/** Returns the people notified with this key of a review, and whether the mail is still unsent. */
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

type AboutStudent = { studentId: string; kind: NotificationKind }

/** Locks and returns the notifications of a kind about a student's reviews with an unsent mail. */
export const lockUnsentAboutStudent = all((db, { studentId, kind }: Values<AboutStudent>) =>
  db
    .selectFrom('reviews')
    .innerJoin('notifications', 'notifications.review_id', 'reviews.id')
    .select(['reviews.id', 'notifications.dedupe_key', 'notifications.payload'])
    .where('reviews.student_id', '=', studentId)
    .where('notifications.kind', '=', kind)
    .where('notifications.mail_due_at', 'is not', null)
    .forUpdate('notifications'),
)

type OfKinds = { reviewId: string; kinds: readonly NotificationKind[] }

/** Returns a review's notifications of these kinds that are unread or not mailed yet. */
export function readUnreadOrUnmailed(db: Db, { reviewId, kinds }: OfKinds) {
  return selectReaders(db)
    .select('notifications.id as notice')
    .where('notifications.review_id', '=', reviewId)
    .where('notifications.kind', 'in', kinds)
    .where((is) => is.or([is('read_at', 'is', null), is('mail_due_at', 'is not', null)]))
    .execute()
}

/** Marks notifications as read, and cancels their mails and pushes. */
export async function markReadAndCancel(db: Db, { ids, now }: { ids: string[]; now: number }) {
  await db
    .updateTable('notifications')
    .set(({ fn, val }) => ({
      read_at: fn.coalesce('read_at', val(now)),
      mail_due_at: null,
      push_due_at: null,
    }))
    .where('id', 'in', ids)
    .execute()
}

/** Cancels the mails and pushes of a review's notification. */
export const cancelDueDeliveries = run((db, { reviewId, dedupeKey }: Values<ReviewNotice>) =>
  db
    .updateTable('notifications')
    .set({ mail_due_at: null, push_due_at: null })
    .where('review_id', '=', reviewId)
    .where('dedupe_key', '=', dedupeKey),
)

/** Makes a person's mails and pushes that are due after `held` due at `until` (ms since 1970). */
export async function bringDeliveriesForward(
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

/** As a literal, to match the partial index of unread notifications. */
const onPage = sql.lit(1)

type OfPerson = { personId: string }

/** Ids are in order of age. */
const newestFirst: PageOrder<{ id: string }> = {
  order: { columns: ['notifications.id'], direction: 'desc' },
  keyOf: (row) => [row.id],
}

/** Returns a page of a person's notifications that are shown in the app, newest first. */
export const readNotificationPage = definePaginatedList(
  newestFirst,
  (db, { personId }: Values<OfPerson>) =>
    selectNotificationsTo(db, personId).where('notifications.on_page', '=', onPage),
)

/** Selects a person's notifications, each with its review if they take part in it. */
export function selectNotificationsTo(db: Db, personId: string | Values<OfPerson>['personId']) {
  return selectNotifications(db).where('notifications.person_id', '=', personId)
}

/** Selects notifications, each with its review if the recipient takes part in it. */
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

/** Counts a person's unread notifications, up to a limit. */
export const countUnread = one((db, { personId }: Values<OfPerson>) =>
  db
    .selectFrom(
      db
        .selectFrom('notifications')
        .select('id')
        .where('person_id', '=', personId)
        .where('read_at', 'is', null)
        .where('on_page', '=', onPage)
        .limit(sql.lit(waitingCountMax))
        .as('unread'),
    )
    .select(({ fn }) => fn.countAll<number>().as('unread')),
)

export const markAllRead = run((db, { personId, now }: Values<OfPerson & { now: number }>) =>
  updateUnread(db, personId, now),
)

/** Marks the given notifications as read if they are this person's. */
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
