import { didChange, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Which version of the school's settings is kept; undefined before any was. */
export const readVersion = first((db) => db.selectFrom('school_settings').select('version'))

/** The settings that are kept; undefined before any were. */
export const readStored = first((db) => db.selectFrom('school_settings').selectAll())

/** Where nothing was set. */
export const noStoredSettings = {
  ...{ name: null, logo: null, time_zone: null, smtp_url: null, mail_from: null },
  phone_numbers: null,
  ...{ bookable_days: null, plan_earliest_days: null, plan_notice_hours: null },
  language: null,
}

/**
 * The settings that are kept, as their next version, which nobody else changes before the
 * transaction is over.
 */
export const lockStored = one((db) =>
  db
    .insertInto('school_settings')
    .values({ id: 1, version: 1, ...noStoredSettings })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ eb }) => ({ version: eb('school_settings.version', '+', 1) })),
    )
    .returningAll(),
)

type Kept = Omit<Tables['school_settings'], 'id' | 'version'>

/** Keeps these in the place of what was held. */
export const updateStored = run((db, { ...kept }: Values<Kept>) =>
  db.updateTable('school_settings').set(kept),
)

/** Whether there are times from which slots are made. */
export const anyBlock = didChange((db) =>
  db.selectFrom('availability_blocks').select('id').orderBy('id').limit(1),
)

/** Whether somebody was ever away. */
export const anyAbsence = didChange((db) =>
  db.selectFrom('absences').select('id').orderBy('id').limit(1),
)
