import { type RawBuilder, sql } from 'kysely'
import { type Mark, notAdded, type TaskStatus } from '#contract/reviews.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Tables } from '#server/database/tables.ts'

/** What a review begins with. */
export type NewReview = {
  id: string
  student_id: string
  advisor_id: string | null
  week: number
  due_at: number
  follows_id: string | null
  created_at: number
}

/** How a review stands that nothing has happened to. */
export const untouched = {
  status: 'not-scheduled',
  slot_id: null,
  closed_at: null,
  code: 0,
  theory: 0,
  week_status: '',
  pending_task: '[]',
  seminar: notAdded,
  progress: notAdded,
  typing: notAdded,
}

/** Adds a review that waits for a slot; the database refuses a second one that follows the same. */
export async function insertReview(db: Db, review: NewReview): Promise<void> {
  await addReview.all(db, review)
}

const addReview = prepared(
  ['id', 'student_id', 'advisor_id', 'week', 'due_at', 'follows_id', 'created_at'],
  (db, review: Gaps<NewReview>) => db.insertInto('reviews').values({ ...review, ...untouched }),
)

/** The verified, unblocked advisor with the fewest open reviews; of several, the first added. */
export async function readFreestAdvisor(db: Db): Promise<string | undefined> {
  return (await freestAdvisor.first(db, {}))?.id
}

const freestAdvisor = prepared([], (db) =>
  db
    .selectFrom('people')
    .leftJoin('reviews', (join) =>
      join
        .onRef('reviews.advisor_id', '=', 'people.id')
        .on('reviews.closed_at', 'is', null)
        .on('reviews.status', '<>', 'conducted'),
    )
    .select('people.id')
    .where('people.role', '=', 'advisor')
    .where('people.verified_at', 'is not', null)
    .where('people.blocked_at', 'is', null)
    .groupBy('people.id')
    .orderBy(({ fn }) => fn.count('reviews.id'))
    .orderBy('people.id')
    .limit(1),
)

/** Gives the open reviews without an advisor to this one, and returns their ids. */
export function giveWaitingReviews(db: Db, advisorId: string): Promise<{ id: string }[]> {
  return db
    .updateTable('reviews')
    .set({ advisor_id: advisorId })
    .where('advisor_id', 'is', null)
    .where('closed_at', 'is', null)
    .returning('id')
    .execute()
}

/** Saves the task states that are given; false when the review is not this advisor's. */
export async function saveTaskStatus(
  db: Db,
  key: { id: string; advisorId: string },
  given: { [Name in keyof TaskStatus]?: TaskStatus[Name] | undefined },
): Promise<boolean> {
  const { seminar = null, progress = null, typing = null } = given
  return (await saveStates.first(db, { ...key, seminar, progress, typing })) !== undefined
}

type States = Record<keyof TaskStatus, string | null>

const saveStates = prepared(
  ['id', 'advisorId', 'seminar', 'progress', 'typing'],
  (db, { id, advisorId, ...given }: Gaps<{ id: string; advisorId: string } & States>) =>
    db
      .updateTable('reviews')
      .set({
        seminar: orAsItIs(given.seminar, 'seminar'),
        progress: orAsItIs(given.progress, 'progress'),
        typing: orAsItIs(given.typing, 'typing'),
      })
      .where('id', '=', id)
      .where('advisor_id', '=', advisorId)
      .returning('id'),
)

/** What is given for a column, or what stands in it if nothing is. */
function orAsItIs<T>(given: RawBuilder<T | null>, column: keyof Tables['reviews']) {
  return sql<T>`coalesce(${given}, ${sql.ref(column)})`
}

/**
 * Saves a mark, which makes the review conducted, or the pending tasks, or both; false when the
 * review has no slot of this reviewer.
 */
export async function saveMark(
  db: Db,
  key: { id: string; reviewerId: string },
  given: { mark: Mark | undefined; pendingTask: string[] | undefined },
): Promise<boolean> {
  const { mark, pendingTask } = given
  const saved = await saveMarked.first(db, {
    ...key,
    code: mark?.code ?? null,
    theory: mark?.theory ?? null,
    weekStatus: mark?.weekStatus ?? null,
    status: mark ? 'conducted' : null,
    pendingTask: pendingTask ? JSON.stringify(pendingTask) : null,
  })
  return saved !== undefined
}

type Marked = {
  code: number | null
  theory: number | null
  weekStatus: string | null
  status: string | null
  pendingTask: string | null
}

const saveMarked = prepared(
  ['id', 'reviewerId', 'code', 'theory', 'weekStatus', 'status', 'pendingTask'],
  (db, { id, reviewerId, ...given }: Gaps<{ id: string; reviewerId: string } & Marked>) =>
    db
      .updateTable('reviews')
      .set({
        code: orAsItIs(given.code, 'code'),
        theory: orAsItIs(given.theory, 'theory'),
        week_status: orAsItIs(given.weekStatus, 'week_status'),
        status: orAsItIs(given.status, 'status'),
        pending_task: orAsItIs(given.pendingTask, 'pending_task'),
      })
      .where('id', '=', id)
      .where('reviewer_id', '=', reviewerId)
      .returning('id'),
)

/** Closes an advisor's review and returns it; undefined when it is not theirs or already closed. */
export function closeReview(db: Db, key: { id: string; advisorId: string }, now: number) {
  return close.first(db, { ...key, now })
}

const close = prepared(
  ['id', 'advisorId', 'now'],
  (db, { id, advisorId, now }: Gaps<{ id: string; advisorId: string; now: number }>) =>
    db
      .updateTable('reviews')
      .set({ closed_at: now, freed_slot_id: null })
      .where('id', '=', id)
      .where('advisor_id', '=', advisorId)
      .where('closed_at', 'is', null)
      .returning(['student_id', 'week', 'reviewer_id']),
)

/** Frees the slot of a review if it is booked and has not begun; the review keeps it in mind. */
export async function freeUnusedSlot(db: Db, reviewId: string, now: number): Promise<void> {
  await freeUnused.all(db, { reviewId, now })
}

const freeUnused = prepared(
  ['reviewId', 'now'],
  (db, { reviewId, now }: Gaps<{ reviewId: string; now: number }>) =>
    db
      .updateTable('reviews')
      .set(({ ref }) => ({
        slot_id: null,
        status: 'not-scheduled',
        freed_slot_id: ref('slot_id'),
      }))
      .where('id', '=', reviewId)
      .where('status', '=', 'review-scheduled')
      .where('held_at', '>', now),
)

/** What a booking asks for, and the span (ms since 1970) in which the slot must begin. */
export type SlotWish = {
  reviewId: string
  advisorId: string
  slotId: string
  reviewerId: string
  after: number
  before: number
}

/**
 * Books the slot for the review; false when the review is not this advisor's, waits for no slot,
 * or the slot is not a bookable one of this reviewer. The database refuses a slot that is taken.
 */
export async function bookForReview(db: Db, wish: SlotWish): Promise<boolean> {
  return (await book.first(db, wish)) !== undefined
}

const book = prepared(
  ['reviewId', 'advisorId', 'slotId', 'reviewerId', 'after', 'before'],
  (db, wish: Gaps<SlotWish>) =>
    db
      .updateTable('reviews')
      .set({ slot_id: wish.slotId, status: 'review-scheduled' })
      .where('id', '=', wish.reviewId)
      .where('advisor_id', '=', wish.advisorId)
      .where('status', '=', 'not-scheduled')
      .where('closed_at', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('slots')
            .innerJoin('people', 'people.id', 'slots.reviewer_id')
            .select('slots.id')
            .where('slots.id', '=', wish.slotId)
            .where('slots.reviewer_id', '=', wish.reviewerId)
            .where('slots.starts_at', '>', wish.after)
            .where('slots.starts_at', '<', wish.before)
            .where('people.verified_at', 'is not', null)
            .where('people.blocked_at', 'is', null),
        ),
      )
      .returning('id'),
)
