import type { Db } from '#server/database/connect.ts'
import { all, didChange, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { selectNotificationsTo } from '../queries.ts'

/** Returns the session of a token; undefined if it has just ended. */
export const readSessionId = first((db, { tokenHash }: Values<{ tokenHash: string }>) =>
  db.selectFrom('sessions').select('id').where('token_hash', '=', tokenHash),
)

type OfSession = { sessionId: string }

/** Deletes other sessions' subscriptions with this endpoint. */
export const deleteOtherSubscriptions = run(
  (db, { endpoint, sessionId }: Values<OfSession & { endpoint: string }>) =>
    db
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('session_id', '<>', sessionId),
)

/** Stores a session's subscription, replacing an older one. */
export const saveSubscription = run((db, row: Values<Tables['push_subscriptions']>) =>
  db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => {
      const { session_id: _, ...rest } = row
      return conflict.column('session_id').doUpdateSet(rest)
    }),
)

export const deleteSubscription = run((db, { sessionId }: Values<OfSession>) =>
  db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId),
)

type Due = { now: number }

/** Whether any push is due. */
export const hasDueNotifications = didChange((db, { now }: Values<Due>) =>
  db.selectFrom('notifications').select('id').where('push_due_at', '<=', now).limit(1),
)

/**
 * Claims notifications that are due for push, longest due first; each is claimed by one process.
 * Skips rows that another transaction has locked: not waiting avoids deadlocks.
 */
export const claimDueNotifications = all((db, { now, atMost }: Values<Due & { atMost: number }>) =>
  db
    // Without a CTE, PostgreSQL may run the subquery again for each row and claim more.
    .with('due', (one) =>
      one
        .selectFrom('notifications')
        .select('id')
        .where('push_due_at', '<=', now)
        .orderBy('push_due_at')
        .limit(atMost)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('notifications')
    .set({ push_due_at: null })
    .where('id', 'in', (within) => within.selectFrom('due').select('id'))
    .returning('id'),
)

/** Deletes the unsent pushes of a review's notification. */
export const cancelPushes = run(
  (db, { reviewId, dedupeKey }: Values<{ reviewId: string; dedupeKey: string }>) =>
    db
      .deleteFrom('pushes')
      .where('notification_id', 'in', (others) =>
        others
          .selectFrom('notifications')
          .select('id')
          .where('review_id', '=', reviewId)
          .where('dedupe_key', '=', dedupeKey),
      ),
)

/**
 * Creates a push for each browser of the recipients who have not read the notification, except
 * sessions that began before `beginning`.
 */
export async function insertPushes(
  db: Db,
  { ids, now, beginning }: Due & { ids: string[]; beginning: number },
): Promise<void> {
  await db
    .insertInto('pushes')
    .columns(['notification_id', 'session_id', 'attempts', 'due_at'])
    .expression((from) =>
      from
        .selectFrom('notifications')
        .innerJoin('sessions', 'sessions.person_id', 'notifications.person_id')
        .innerJoin('push_subscriptions', 'push_subscriptions.session_id', 'sessions.id')
        .select(['notifications.id', 'sessions.id as session_id'])
        .select(({ val, cast }) => [
          cast<number>(val(0), 'integer').as('attempts'),
          cast<number>(val(now), 'bigint').as('due_at'),
        ])
        .where('notifications.id', 'in', ids)
        .where('notifications.read_at', 'is', null)
        .where('sessions.created_at', '>', beginning),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns due pushes, longest waiting first. */
export const readDuePushes = all((db, { now }: Values<Due>) =>
  db
    .selectFrom('pushes')
    .select(['notification_id', 'session_id'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(100),
)

type OfPush = { noticeId: string; sessionId: string }

/**
 * Claims a push until an instant and returns the number of attempts; undefined if another process
 * was faster.
 */
export const claimPush = first(
  (db, { noticeId, sessionId, now, until }: Values<OfPush & Due & { until: number }>) =>
    db
      .updateTable('pushes')
      .set(({ eb }) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
      .where('notification_id', '=', noticeId)
      .where('session_id', '=', sessionId)
      .where('due_at', '<=', now)
      .returning('attempts'),
)

/** Returns a session's subscription and its person; undefined if there is none any more. */
export const readSubscription = first((db, { sessionId }: Values<OfSession>) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select(['push_subscriptions.endpoint', 'push_subscriptions.p256dh', 'push_subscriptions.auth'])
    .select(['people.id as person_id', 'people.role'])
    .where('sessions.id', '=', sessionId)
    .where('people.blocked_at', 'is', null),
)

/** Returns a notification if it is still unread. */
export const readUnreadNotification = first(
  (db, { personId, noticeId }: Values<{ personId: string; noticeId: string }>) =>
    selectNotificationsTo(db, personId)
      .where('notifications.id', '=', noticeId)
      .where('notifications.read_at', 'is', null),
)

/** Deletes a push that was sent or given up. */
export const deletePush = run((db, { noticeId, sessionId }: Values<OfPush>) =>
  db
    .deleteFrom('pushes')
    .where('notification_id', '=', noticeId)
    .where('session_id', '=', sessionId),
)

/** Schedules the next attempt. */
export const delayPush = run(
  (db, { noticeId, sessionId, dueAt }: Values<OfPush & { dueAt: number }>) =>
    db
      .updateTable('pushes')
      .set({ due_at: dueAt })
      .where('notification_id', '=', noticeId)
      .where('session_id', '=', sessionId),
)
