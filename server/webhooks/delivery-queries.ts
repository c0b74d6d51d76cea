import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { DeliveryState } from '#contract/webhooks/webhooks.ts'
import type { Db } from '#server/database/connect.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { all, didChange, first, insertMany, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Adds events to be sent, one row for each webhook. */
export const insertDeliveries = insertMany('webhook_deliveries', {
  id: 'text',
  webhook_id: 'text',
  event_id: 'text',
  type: 'text',
  subject_id: 'text',
  payload: 'text',
  at: 'bigint',
  due_at: 'bigint',
  claimed_until: 'bigint',
})

type Deliveries = 'webhook_deliveries'
type Due = { now: number }

/** The row is due, and no process has an attempt of it under way. */
const isDue = (now: Values<Due>['now']) => (is: ExpressionBuilder<Tables, Deliveries>) =>
  is.and([
    is('webhook_deliveries.due_at', '<=', now),
    is.or([
      is('webhook_deliveries.claimed_until', 'is', null),
      is('webhook_deliveries.claimed_until', '<=', now),
    ]),
  ])

/** An earlier event of the same subject waits. */
const isBlocked = ({ exists, selectFrom }: ExpressionBuilder<Tables, Deliveries>) =>
  exists(
    selectFrom('webhook_deliveries as earlier')
      .select('earlier.id')
      .whereRef('earlier.webhook_id', '=', 'webhook_deliveries.webhook_id')
      .whereRef('earlier.subject_id', '=', 'webhook_deliveries.subject_id')
      .whereRef('earlier.id', '<', 'webhook_deliveries.id')
      .where('earlier.due_at', 'is not', null),
  )

/** The webhooks that are to be sent something. */
export const readWebhooksWithDueDeliveries = all((db, { now }: Values<Due>) =>
  db
    .selectFrom('webhook_deliveries')
    .select('webhook_id')
    .distinct()
    .where('due_at', 'is not', null)
    .where(isDue(now)),
)

/**
 * What a webhook is to be sent next, oldest first: of each subject only the oldest event that
 * waits.
 */
export const readDue = all((db, { webhookId, now }: Values<Due & { webhookId: string }>) =>
  db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .where(isDue(now))
    .where((is) => is.not(isBlocked(is)))
    .orderBy('id')
    .limit(sql.lit(50)),
)

/** Claims a delivery until an instant; undefined if another process was faster. */
export const claimDelivery = first((db, { id, now, until }: Values<Due & OfDelivery & Until>) =>
  db
    .updateTable('webhook_deliveries')
    .set({ claimed_until: until })
    .where('id', '=', id)
    .where(isDue(now))
    .returningAll(),
)

type OfDelivery = { id: string }
type Until = { until: number }

/** An attempt, as it is recorded. */
type Attempt = Pick<
  Tables['webhook_deliveries'],
  'id' | 'tried_at' | 'signature' | 'status' | 'answer' | 'error' | 'took_ms'
>
type Outcome = Pick<Tables['webhook_deliveries'], 'due_at' | 'delivered_at' | 'failed_at'>

function updateAttempt(db: Db, { id, tried_at, ...outcome }: Values<Attempt & Outcome>) {
  return db
    .updateTable('webhook_deliveries')
    .set(({ eb, fn }) => ({
      ...outcome,
      tried_at,
      claimed_until: null,
      attempts: eb('attempts', '+', sql.lit(1)),
      first_tried_at: fn.coalesce('first_tried_at', tried_at),
    }))
    .where('id', '=', id)
}

/** Records an attempt with which it was delivered, even if it had been given up meanwhile. */
export const recordDelivered = run(updateAttempt)

/** Records an attempt in vain, unless it was delivered or given up meanwhile. */
export const recordFailedAttempt = run((db, attempt: Values<Attempt & Outcome>) =>
  updateAttempt(db, attempt).where('due_at', 'is not', null),
)

type GivenUp = { webhookId: string; now: number; error: string }

/** Gives up what waits for a webhook that is switched off. */
export const giveUpWaitingDeliveries = run((db, { webhookId, now, error }: Values<GivenUp>) =>
  db
    .updateTable('webhook_deliveries')
    .set(({ fn }) => ({
      due_at: null,
      claimed_until: null,
      failed_at: now,
      error: fn.coalesce('error', error),
    }))
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null),
)

/** Makes what waits due at once; false if it does not wait, or is just being sent. */
export const makeDueNow = didChange((db, { id, now }: Values<OfDelivery & Due>) =>
  db
    .updateTable('webhook_deliveries')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)])),
)

/** Ids sort by creation. */
const newestFirst: PageOrder<{ id: string }> = {
  order: { columns: ['webhook_deliveries.id'], direction: 'desc' },
  keyOf: (row) => [row.id],
}

/** Selects deliveries; `is_blocked` is 1 or 0, and counts while one waits. */
const selectDeliveries = (db: Db) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .select((is) =>
      is.case().when(isBlocked(is)).then(sql.lit(1)).else(sql.lit(0)).end().as('is_blocked'),
    )

const makeReadDeliveries = (state?: DeliveryState) =>
  definePaginatedList(newestFirst, (db, { webhookId }: Values<{ webhookId: string }>) => {
    const ofWebhook = selectDeliveries(db).where('webhook_id', '=', webhookId)
    return state === undefined ? ofWebhook : filterByState(ofWebhook, state)
  })

function filterByState<Row>(
  deliveries: SelectQueryBuilder<Tables, Deliveries, Row>,
  state: DeliveryState,
) {
  const column = { waiting: 'due_at', delivered: 'delivered_at', failed: 'failed_at' } as const
  return deliveries.where(column[state], 'is not', null)
}

/** Lists what was sent to a webhook, or what is in one state, newest first. */
export const readDeliveries = {
  all: makeReadDeliveries(),
  waiting: makeReadDeliveries('waiting'),
  delivered: makeReadDeliveries('delivered'),
  failed: makeReadDeliveries('failed'),
}

export const readDelivery = first((db, { id }: Values<OfDelivery>) =>
  selectDeliveries(db).where('id', '=', id),
)
