import { type Kysely, sql } from 'kysely'
import { dayMs } from '#contract/kit/time/durations.ts'

/** What an invitation was good for when this migration was written. */
const goodForMs = 7 * dayMs

type Invitations = {
  people: { id: string; invited_at: number | null }
  invitations: { person_id: string; expires_at: number }
}

/**
 * When somebody was sent an invitation last: it outlives the link, which is deleted once it is
 * dead.
 */
export async function up(db: Kysely<Invitations>): Promise<void> {
  await db.schema.alterTable('people').addColumn('invited_at', 'bigint').execute()
  await db
    .updateTable('people')
    .set(({ selectFrom }) => ({
      invited_at: selectFrom('invitations')
        .select(sql<number>`expires_at - ${sql.lit(goodForMs)}`.as('sent_at'))
        .whereRef('person_id', '=', 'people.id'),
    }))
    .where('id', 'in', ({ selectFrom }) => selectFrom('invitations').select('person_id'))
    .execute()
}
