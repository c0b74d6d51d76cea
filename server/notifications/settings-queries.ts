import { sql } from 'kysely'
import { allByIds, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Returns a person's notification settings; undefined if they have chosen none. */
export const readSettings = first((db, { personId }: Values<{ personId: string }>) =>
  db.selectFrom('notification_settings').selectAll().where('person_id', '=', personId),
)

/**
 * Returns people's notification settings (null if not chosen), and whether (1) they have a browser
 * subscribed to push.
 */
export const readSettingsOfPeople = allByIds((db, people) =>
  db
    .selectFrom('people')
    .leftJoin('notification_settings', 'notification_settings.person_id', 'people.id')
    .select(['people.id', 'channels', 'quiet_from', 'quiet_to', 'summary_weekday', 'zone'])
    .select(
      sql<number>`case when exists (select 1 from sessions
        inner join push_subscriptions on push_subscriptions.session_id = sessions.id
        where sessions.person_id = people.id) then 1 else 0 end`.as('has_browser'),
    )
    .where('people.id', 'in', people),
)

/** Stores a person's notification settings, replacing the old ones. */
export const upsertSettings = run((db, row: Values<Tables['notification_settings']>) =>
  db
    .insertInto('notification_settings')
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
