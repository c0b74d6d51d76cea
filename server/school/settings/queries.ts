import { didChange, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Which version of the school's settings is kept; undefined before any was. */
export const readSettingsVersion = first((db) => db.selectFrom('school_settings').select('version'))

/** The settings that are kept; undefined before any were. */
export const readStoredSettings = first((db) => db.selectFrom('school_settings').selectAll())

/** Where nothing was set. */
export const emptySettings = {
  ...{ name: null, logo: null, time_zone: null, smtp_url: null, mail_from: null },
  phone_numbers: null,
  ...{ bookable_days: null, plan_earliest_days: null, plan_notice_hours: null },
  language: null,
}

/**
 * The settings that are kept, as their next version, which nobody else changes before the
 * transaction is over.
 */
export const lockStoredSettings = one((db) =>
  db
    .insertInto('school_settings')
    .values({ id: 1, version: 1, ...emptySettings })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ eb }) => ({ version: eb('school_settings.version', '+', 1) })),
    )
    .returningAll(),
)

type Kept = Omit<Tables['school_settings'], 'id' | 'version'>

/** Keeps these in the place of what was held. */
export const updateStoredSettings = run((db, { ...kept }: Values<Kept>) =>
  db.updateTable('school_settings').set(kept),
)

/** Whether there are times from which slots are made. */
export const hasAnyAvailability = didChange((db) =>
  db.selectFrom('availability_blocks').select('id').orderBy('id').limit(1),
)

/** Whether somebody was ever away. */
export const hasAnyAbsence = didChange((db) =>
  db.selectFrom('absences').select('id').orderBy('id').limit(1),
)
