import { didChange, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Returns the version of the stored settings; undefined before any were stored. */
export const readSettingsVersion = first((db) => db.selectFrom('school_settings').select('version'))

/** Returns the stored settings; undefined before any were stored. */
export const readStoredSettings = first((db) => db.selectFrom('school_settings').selectAll())

/** Settings where nothing is set. */
export const emptySettings = {
  name: null,
  logo: null,
  time_zone: null,
  smtp_url: null,
  mail_from: null,
  phone_numbers: null,
  bookable_days: null,
  plan_earliest_days: null,
  plan_notice_hours: null,
  language: null,
  holidays: null,
}

/** Locks the stored settings in the transaction, increments their version and returns them. */
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

export const updateStoredSettings = run((db, { ...kept }: Values<Kept>) =>
  db.updateTable('school_settings').set(kept),
)

/** Whether anyone has saved an availability. */
export const hasAnyAvailability = didChange((db) =>
  db.selectFrom('availability_blocks').select('id').orderBy('id').limit(1),
)

/** Whether there is any absence. */
export const hasAnyAbsence = didChange((db) =>
  db.selectFrom('absences').select('id').orderBy('id').limit(1),
)
