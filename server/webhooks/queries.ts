import { sql } from 'kysely'
import { addWebhook } from '#contract/webhooks/webhooks.ts'
import type { Db } from '#server/database/connect.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { all, didChange, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type OfWebhook = { id: string }

/**
 * Selects webhooks, each with its last attempt, since when one is tried in vain, and who added it
 * by the audit log. Secrets are left out.
 */
function selectWebhooks(db: Db) {
  return db
    .selectFrom('webhooks')
    .leftJoin('webhook_deliveries as last', (join) =>
      join.on('last.id', '=', (select) =>
        select
          .selectFrom('webhook_deliveries as tried')
          .select('tried.id')
          .whereRef('tried.webhook_id', '=', 'webhooks.id')
          .where('tried.tried_at', 'is not', null)
          .orderBy('tried.id', 'desc')
          .limit(sql.lit(1)),
      ),
    )
    .leftJoin('audit_log as added', (join) =>
      join
        .onRef('added.subject_id', '=', 'webhooks.id')
        .on('added.call', '=', sql.lit(`${addWebhook.method} ${addWebhook.path}`)),
    )
    .leftJoin('people as adder', 'adder.id', 'added.person_id')
    .select(['adder.id as adder_id', 'adder.name as adder_name'])
    .select('added.token_name as adder_token')
    .select(['webhooks.id', 'webhooks.url', 'webhooks.events', 'webhooks.created_at'])
    .select(['webhooks.off_at', 'webhooks.off_reason'])
    .select(['last.type', 'last.tried_at', 'last.delivered_at', 'last.failed_at'])
    .select((select) =>
      select
        .selectFrom('webhook_deliveries as waiting')
        .select(({ fn }) => fn.min('waiting.first_tried_at').as('since'))
        .whereRef('waiting.webhook_id', '=', 'webhooks.id')
        .where('waiting.due_at', 'is not', null)
        .where('waiting.attempts', '>', sql.lit(0))
        .as('failing_since'),
    )
}

export type WebhookRow = Awaited<ReturnType<typeof readWebhook>>

/** Ids sort by creation. */
const oldestFirst: PageOrder<{ id: string }> = {
  order: { columns: ['webhooks.id'], direction: 'asc' },
  keyOf: (row) => [row.id],
}

export const readWebhooks = definePaginatedList(oldestFirst, (db) => selectWebhooks(db))

export const readWebhook = first((db, { id }: Values<OfWebhook>) =>
  selectWebhooks(db).where('webhooks.id', '=', id),
)

/** Where to send to, and what to sign with. */
export const readTarget = first((db, { id }: Values<OfWebhook>) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'url', 'secret', 'old_secret', 'secret_rolled_at', 'off_at'])
    .where('id', '=', id),
)

export const countWebhooks = one((db) =>
  db.selectFrom('webhooks').select(({ fn }) => fn.countAll<number>().as('count')),
)

/** The webhooks that are told of an event, which is given as it stands in their lists. */
export const readSubscribed = all((db, { listed }: Values<{ listed: string }>) =>
  db
    .selectFrom('webhooks')
    .select('id')
    .where('off_at', 'is', null)
    .where('events', 'like', listed),
)

/**
 * The webhooks that fail since before an instant, or were switched off without an admin, oldest
 * first.
 */
export const readFailing = all((db, { before }: Values<{ before: number }>) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'url', 'off_at'])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('off_reason', '!=', sql.lit('by-admin')),
        exists(
          selectFrom('webhook_deliveries as waiting')
            .select('waiting.id')
            .whereRef('waiting.webhook_id', '=', 'webhooks.id')
            .where('waiting.due_at', 'is not', null)
            .where('waiting.first_tried_at', '<=', before),
        ),
      ]),
    )
    .orderBy('id'),
)

export const insertWebhook = run((db, row: Values<Tables['webhooks']>) =>
  db.insertInto('webhooks').values(row),
)

type Details = Pick<Tables['webhooks'], 'id' | 'url' | 'events'>

export const updateDetails = run((db, { id, url, events }: Values<Details>) =>
  db.updateTable('webhooks').set({ url, events }).where('id', '=', id),
)

type NewSecret = OfWebhook & { secret: string; now: number; dayAgo: number }

/** Replaces the secret; the one until now is an old one, as are those of the last day. */
export const updateSecret = run((db, { id, secret, now, dayAgo }: Values<NewSecret>) =>
  db
    .updateTable('webhooks')
    .set({
      secret,
      old_secret: sql<string>`secret || '@' || cast(${now} as text)
        || case when secret_rolled_at > ${dayAgo} and old_secret like '%@%'
          then ' ' || old_secret else '' end`,
      secret_rolled_at: now,
    })
    .where('id', '=', id),
)

type Off = Pick<Tables['webhooks'], 'id' | 'off_at' | 'off_reason'>

export const switchOn = run((db, { id }: Values<OfWebhook>) =>
  db.updateTable('webhooks').set({ off_at: null, off_reason: null }).where('id', '=', id),
)

/** Switches a webhook off; false if it is off already, or gone. */
export const switchOff = didChange((db, { id, off_at, off_reason }: Values<Off>) =>
  db
    .updateTable('webhooks')
    .set({ off_at, off_reason })
    .where('id', '=', id)
    .where('off_at', 'is', null),
)

export const deleteWebhook = first((db, { id }: Values<OfWebhook>) =>
  db.deleteFrom('webhooks').where('id', '=', id).returningAll(),
)

/** The admins who are told that a webhook is off. */
export const readAdmins = all((db) =>
  db
    .selectFrom('people')
    .select('id')
    .where('role', '=', sql.lit('admin'))
    .where('verified_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .orderBy('id'),
)
