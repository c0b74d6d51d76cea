import type { PageAsked } from '#contract/kit/endpoint.ts'
import { type Listing, preparedPages } from '#server/database/list.ts'
import type { Gaps } from '#server/database/prepared.ts'
import type { Tables } from '#server/database/tables.ts'
import { type Ended, endedBefore, whereLive } from '#server/kit/call/session-queries.ts'
import type { Context } from '#server/kit/context.ts'

/** A page of a person's sessions that have not ended, the newest first. */
export function readSessions(context: Context, personId: string, asked: PageAsked) {
  return sessions(context.db, { personId, ...endedBefore(context.clock()) }, asked)
}

const newestFirst: Listing<Omit<Tables['sessions'], 'person_id'>> = {
  order: { columns: ['sessions.created_at', 'sessions.id'], direction: 'desc' },
  keyOf: (row) => [row.created_at, row.id],
}

const sessions = preparedPages(
  ['personId', 'lastUse', 'beginning'],
  newestFirst,
  (db, { personId, ...ended }: Gaps<{ personId: string } & Ended>, part) =>
    part(
      whereLive(db, ended)
        .select(['sessions.id', 'sessions.token_hash', 'sessions.created_at', 'sessions.used_at'])
        .select(['sessions.user_agent', 'sessions.address'])
        .where('sessions.person_id', '=', personId),
    ),
)
