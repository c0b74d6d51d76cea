import { sql } from 'kysely'
import type { CourseOutcome } from '#contract/kit/kinds/course-outcome.ts'
import { all, didChange, first, type Values } from '#server/database/query.ts'

type OfStudent = { id: string }

/** A student and how far their enrolment is; undefined if there is no such student. */
export const readEnrolment = first((db, { id }: Values<OfStudent>) =>
  db
    .selectFrom('people')
    .select(['name', 'week', 'verified_at', 'paused_at', 'finished_at'])
    .where('id', '=', id)
    .where('role', '=', sql.lit('student')),
)

type NewPause = OfStudent & { now: number; until: string | null; reason: string }

/** Pauses a verified student's course; false if it is paused or finished. */
export const savePause = didChange((db, { id, now, until, reason }: Values<NewPause>) =>
  db
    .updateTable('people')
    .set({ paused_at: now, paused_until: until, pause_reason: reason })
    .where('id', '=', id)
    .where('role', '=', sql.lit('student'))
    .where('verified_at', 'is not', null)
    .where('paused_at', 'is', null)
    .where('finished_at', 'is', null),
)

const notPaused = { paused_at: null, paused_until: null, pause_reason: null }

/** The date of a pause without one. */
const noDay = '9999-12-31'

type EndedPause = OfStudent & { begunSince: number; endsBy: string }
/** Any pause, whenever it began and ends. */
export const anyPauseFilter = { begunSince: 0, endsBy: noDay }

/**
 * Ends a pause that began at or after an instant and ends by a date (YYYY-MM-DD); false if the
 * student has no such pause.
 */
export const savePauseEnd = didChange((db, { id, begunSince, endsBy }: Values<EndedPause>) =>
  db
    .updateTable('people')
    .set(notPaused)
    .where('id', '=', id)
    .where('paused_at', '>=', begunSince)
    .where(sql<boolean>`coalesce(paused_until, ${sql.lit(noDay)}) <= ${endsBy}`)
    .where('finished_at', 'is', null),
)

/** Students whose pause lasts to this date or an earlier one, by id. */
export const readPausesToEnd = all((db, { today }: Values<{ today: string }>) =>
  db
    .selectFrom('people')
    .select('id')
    .where('role', '=', sql.lit('student'))
    .where('paused_at', 'is not', null)
    .where('paused_until', '<=', today)
    .where('finished_at', 'is', null)
    .orderBy('id'),
)

type NewEnd = OfStudent & { now: number; outcome: CourseOutcome; reason: string | null }

/** Ends a verified student's course; false if it has ended. A pause stays, for an undo. */
export const saveFinish = didChange((db, { id, now, outcome, reason }: Values<NewEnd>) =>
  db
    .updateTable('people')
    .set({ finished_at: now, outcome, finish_reason: reason })
    .where('id', '=', id)
    .where('role', '=', sql.lit('student'))
    .where('verified_at', 'is not', null)
    .where('finished_at', 'is', null),
)

const notFinished = { finished_at: null, outcome: null, finish_reason: null }

/** Lets a student take part again, also after a pause; false if the course has not ended. */
export const saveReopening = didChange((db, { id }: Values<OfStudent>) =>
  db
    .updateTable('people')
    .set({ ...notFinished, ...notPaused })
    .where('id', '=', id)
    .where('finished_at', 'is not', null),
)

/** Takes an end at or after an instant back; false if there is none. */
export const saveFinishUndo = didChange(
  (db, { id, since }: Values<OfStudent & { since: number }>) =>
    db
      .updateTable('people')
      .set(notFinished)
      .where('id', '=', id)
      .where('finished_at', '>=', since),
)
