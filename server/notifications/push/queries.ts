import { type Db, isPostgres } from '#server/database/open.ts'
import { all, didChange, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { selectNotificationsTo } from '../queries.ts'

/** The session of a token; undefined if it has just ended. */
export const readSessionId = first((db, { tokenHash }: Values<{ tokenHash: string }>) =>
  db.selectFrom('sessions').select('id').where('token_hash', '=', tokenHash),
)

type OfSession = { sessionId: string }

/** Ends what another session has subscribed to at an address. */
export const deleteOtherSubscriptions = run(
  (db, { endpoint, sessionId }: Values<OfSession & { endpoint: string }>) =>
    db
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('session_id', '<>', sessionId),
)

/** Keeps the subscription of a session, in the place of the one that it had. */
export const saveSubscription = run((db, row: Values<Tables['push_subscriptions']>) =>
  db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => {
      const { session_id: _, ...rest } = row
      return conflict.column('session_id').doUpdateSet(rest)
    }),
)

/** Ends the subscription of a session. */
export const deleteSubscription = run((db, { sessionId }: Values<OfSession>) =>
  db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId),
)

type Due = { now: number }

/** Whether any notice is to be pushed by now. */
export const hasDueNotifications = didChange((db, { now }: Values<Due>) =>
  db.selectFrom('notifications').select('id').where('push_due_at', '<=', now).limit(1),
)

/**
 * Takes some notices that are to be pushed on, the longest due first; each is taken by one process,
 * and none that somebody is just changing: whoever waits for nobody can hold nobody up.
 */
export const claimDueNotifications = all((db, { now, atMost }: Values<Due & { atMost: number }>) =>
  db
    .updateTable('notifications')
    .set({ push_due_at: null })
    .where('id', 'in', () => {
      const due = db
        .selectFrom('notifications')
        .select('id')
        .where('push_due_at', '<=', now)
        .orderBy('push_due_at')
        .limit(atMost)
      return isPostgres(db) ? due.forUpdate().skipLocked() : due
    })
    .returning('id'),
)

/** What was told of a matter of a review goes to no browser any more. */
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
 * Makes a push for each browser of those whom these notices tell, unless they have read them. Of a
 * session that began before `beginning` there is none.
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

/** Which pushes are due, the longest waiting first. */
export const readDuePushes = all((db, { now }: Values<Due>) =>
  db
    .selectFrom('pushes')
    .select(['notification_id', 'session_id'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(100),
)

type OfPush = { noticeId: string; sessionId: string }

/** Takes a push on until an instant, and says how often it was tried; undefined if another has. */
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

/** The browser of a session, and who is in it; undefined where there is none any more. */
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

/** A notice that a person has not read; undefined if they have. */
export const readUnreadNotification = first(
  (db, { personId, noticeId }: Values<{ personId: string; noticeId: string }>) =>
    selectNotificationsTo(db, personId)
      .where('notifications.id', '=', noticeId)
      .where('notifications.read_at', 'is', null),
)

/** A push is over: it was taken, or is given up. */
export const deletePush = run((db, { noticeId, sessionId }: Values<OfPush>) =>
  db
    .deleteFrom('pushes')
    .where('notification_id', '=', noticeId)
    .where('session_id', '=', sessionId),
)

/** A push is tried again at an instant. */
export const delayPush = run(
  (db, { noticeId, sessionId, dueAt }: Values<OfPush & { dueAt: number }>) =>
    db
      .updateTable('pushes')
      .set({ due_at: dueAt })
      .where('notification_id', '=', noticeId)
      .where('session_id', '=', sessionId),
)
