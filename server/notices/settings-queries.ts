import type { Db } from '#server/database/open.ts'
import { first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** What a person has chosen of how they are told; undefined before they have. */
export const readSettings = first((db, { personId }: Values<{ personId: string }>) =>
  db.selectFrom('notice_settings').selectAll().where('person_id', '=', personId),
)

/** What those of these people have chosen who have. */
export function readSettingsOf(db: Db, people: readonly string[]) {
  return db.selectFrom('notice_settings').selectAll().where('person_id', 'in', people).execute()
}

/** Keeps what a person has chosen, in the place of what they had. */
export const upsertSettings = run((db, row: Values<Tables['notice_settings']>) =>
  db
    .insertInto('notice_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet(({ ref }) => ({
        channels: ref('excluded.channels'),
        quiet_from: ref('excluded.quiet_from'),
        quiet_to: ref('excluded.quiet_to'),
        summary_weekday: ref('excluded.summary_weekday'),
        zone: ref('excluded.zone'),
      })),
    ),
)
