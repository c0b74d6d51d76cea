import { type RawBuilder, sql } from 'kysely'
import type { AbsentRole } from '#contract/kit/kinds/history-kind.ts'
import { hourMs } from '#contract/kit/time/time.ts'
import { isActive } from '#server/database/is-active-person.ts'
import { all, didChange, first, run, type Values } from '#server/database/query.ts'
import {
  canBeRestored,
  isBookable,
  isUnused,
  keepsBufferSince,
  keepsMostADaySince,
  keepsRulesSince,
  type SinceChange,
} from '#server/slots/bookable/bookable.ts'
import { asNumber, hasActiveStudent, selectWantedSlot, type WantedSlot } from '../queries.ts'

/** Of a row of `reviews`: it has a slot that has not begun, and the week goes on. */
const isBookedAndUpcoming = (
  now: RawBuilder<number>,
) => sql<boolean>`reviews.status = 'review-scheduled'
  and reviews.closed_at is null and reviews.held_at > ${now}`

/** Of a row of `reviews`: the week goes on, it has no marks, and no slot of it has begun. */
export const isOpenAndNotStarted = (
  now: RawBuilder<number>,
) => sql<boolean>`reviews.closed_at is null
  and reviews.status <> 'conducted' and (reviews.held_at is null or reviews.held_at > ${now})`

/**
 * Gives a booked review another slot, with which the one it had is free; false when it is not
 * booked or has begun, its student is blocked, or the slot is not a bookable one of this reviewer.
 * The database refuses a slot that is being taken.
 */
export const saveMove = didChange((db, wanted: Values<WantedSlot>) =>
  db
    .updateTable('reviews')
    .set({ slot_id: wanted.slotId, booked_at: wanted.now })
    .where('id', '=', wanted.reviewId)
    .where(isBookedAndUpcoming(wanted.now))
    .where(hasActiveStudent)
    .where(({ exists }) =>
      exists(selectWantedSlot(db, wanted).select('slots.id').where(isBookable(wanted))),
    ),
)

const free = { slot_id: null, status: 'not-scheduled' } as const

/** Frees the slot of a review; false when it is not booked or has begun. */
export const saveCancellation = didChange(
  (db, { reviewId, now }: Values<{ reviewId: string; now: number }>) =>
    db.updateTable('reviews').set(free).where('id', '=', reviewId).where(isBookedAndUpcoming(now)),
)

/** A student's reviews whose slots have not begun. */
export const readUpcomingBookings = all(
  (db, { studentId, now }: Values<{ studentId: string; now: number }>) =>
    db
      .selectFrom('reviews')
      .select('id')
      .where('student_id', '=', studentId)
      .where(isBookedAndUpcoming(now))
      .orderBy('id'),
)

/** Takes a booked review's slot away, which it says until it is booked again. */
export const saveSlotLoss = didChange(
  (db, { reviewId, now }: Values<{ reviewId: string; now: number }>) =>
    db
      .updateTable('reviews')
      .set(({ ref }) => ({
        ...free,
        lost_starts_at: ref('held_at'),
        lost_reviewer_id: ref('reviewer_id'),
      }))
      .where('id', '=', reviewId)
      .where(isBookedAndUpcoming(now)),
)

/** Of who was in a room when their process died no end is noted: it is believed for so long. */
const presenceTrustedMs = 2 * hourMs

/** Of a row of `reviews`: its attendance shows both together in its slot's time, or there now. */
const wereTogether = (now: RawBuilder<number>) => sql<boolean>`exists (
  select 1 from call_presence as room where room.review_id = reviews.id and (
    (room.held_at = reviews.held_at and (room.met_at is not null or room.together_ms > 0))
    or (room.here like '%,%' and room.last_at + ${sql.lit(presenceTrustedMs)} > ${now})))`

/** Of a row of `reviews`: one of its two was in its room since its slot began, or sits there now. */
const hasCome = (who: AbsentRole, now: RawBuilder<number>) => {
  const person = sql.ref(`reviews.${who}_id`)
  return sql<boolean>`(exists (
    select 1 from call_events as seen where seen.review_id = reviews.id
      and seen.person_id = ${person} and seen.at >= reviews.held_at)
    or exists (select 1 from call_presence as room where room.review_id = reviews.id
      and room.here like '%"' || ${person} || '"%'
      and room.last_at + ${sql.lit(presenceTrustedMs)} > ${now}))`
}

/** Whether both were together in the room of a review, in its slot's time or now. */
export const metInRoom = didChange(
  (db, { reviewId, now }: Values<{ reviewId: string; now: number }>) =>
    db.selectFrom('reviews').select('id').where('id', '=', reviewId).where(wereTogether(now)),
)

type NoShow = { reviewId: string; now: number; begunBy: number }

/**
 * Frees a review that nobody held as one of its two did not come; false when it is not booked, began
 * after `begunBy`, or both were there together, or that one was.
 */
export const saveNoShow = { student: saveNoShowOf('student'), reviewer: saveNoShowOf('reviewer') }

function saveNoShowOf(who: AbsentRole) {
  return didChange((db, { reviewId, now, begunBy }: Values<NoShow>) =>
    db
      .updateTable('reviews')
      .set(free)
      .where('id', '=', reviewId)
      .where('status', '=', 'review-scheduled')
      .where('closed_at', 'is', null)
      .where('held_at', '<=', begunBy)
      .where(sql<boolean>`not ${wereTogether(now)} and not ${hasCome(who, now)}`),
  )
}

/** Notes that a slot was used up as somebody did not come. */
export const insertNoShow = run(
  (db, row: Values<{ slot_id: string; review_id: string; who: AbsentRole; at: number }>) =>
    db.insertInto('no_shows').values(row),
)

type TakenBack = WantedSlot & SinceChange

/** Which rules the slot of a reviewer who can be booked keeps (1) that is to be taken back. */
export const readUndoRuleChecks = first((db, wanted: Values<TakenBack>) =>
  selectWantedSlot(db, wanted)
    .where(isActive)
    .select([
      asNumber(sql`slots.starts_at > ${wanted.now}`).as('ahead'),
      asNumber(isUnused).as('unused'),
      asNumber(keepsBufferSince(wanted)).as('buffer'),
      asNumber(keepsMostADaySince(wanted)).as('most_a_day'),
      asNumber(keepsRulesSince(wanted)).as('wants'),
    ]),
)

/**
 * Gives a review the slot back that it had before its last change, if it stands as that change left
 * it, its student is not blocked, and the slot can be taken back. The database refuses a slot that
 * is being taken.
 */
export const saveUndo = didChange(
  (db, { leftWith, ...wanted }: Values<TakenBack & { leftWith: string }>) =>
    db
      .updateTable('reviews')
      .set({
        slot_id: wanted.slotId,
        status: 'review-scheduled',
        ...{ lost_starts_at: null, lost_reviewer_id: null },
        // When it was booked before: of that slot it is the last time.
        booked_at: sql<number>`coalesce((select max(line.at) from review_history as line
        where line.review_id = reviews.id and line.to_slot_id = ${wanted.slotId}
          and line.what in ('booked', 'moved')), reviews.booked_at)`,
      })
      .where('id', '=', wanted.reviewId)
      .where(isOpenAndNotStarted(wanted.now))
      .where(hasActiveStudent)
      .where(sql<boolean>`coalesce(reviews.slot_id, '') = ${leftWith}`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('slots')
            .innerJoin('people', 'people.id', 'slots.reviewer_id')
            .select('slots.id')
            .where('slots.id', '=', wanted.slotId)
            .where(canBeRestored(wanted)),
        ),
      ),
)

/** What ended bookings of a student or a reviewer by a block: in that instant or just after. */
export const readBookingsEndedByBlock = all(
  (db, { personId, since }: Values<{ personId: string; since: number }>) =>
    db
      .selectFrom('review_history as line')
      .innerJoin('reviews', 'reviews.id', 'line.review_id')
      .selectAll('line')
      // A join might begin with all students, and read all reviews.
      .select(({ selectFrom }) =>
        selectFrom('people')
          .select('name')
          .whereRef('people.id', '=', 'reviews.student_id')
          .$asScalar()
          .$notNull()
          .as('student'),
      )
      .where('line.what', 'in', ['cancelled', 'lost'])
      .where('line.at', '>=', since)
      .where(({ or, eb }) =>
        or([eb('reviews.student_id', '=', personId), eb('line.from_reviewer_id', '=', personId)]),
      )
      .orderBy('line.id'),
)
