import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import type { Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import {
  type SessionCutoffs,
  selectLiveSessions,
} from '#server/kit/call/session/session-queries.ts'

const newestFirst: PageOrder<Pick<Tables['sessions'], 'id' | 'created_at'>> = {
  order: { columns: ['sessions.created_at', 'sessions.id'], direction: 'desc' },
  keyOf: (row) => [row.created_at, row.id],
}

/** Returns a page of a person's active sessions, newest first. */
export const readSessions = definePaginatedList(
  newestFirst,
  (db, { personId, ...ended }: Values<{ personId: string } & SessionCutoffs>) =>
    selectLiveSessions(db, ended)
      .select(['sessions.id', 'sessions.token_hash', 'sessions.created_at', 'sessions.used_at'])
      .select(['sessions.user_agent', 'sessions.address'])
      .where('sessions.person_id', '=', personId),
)
