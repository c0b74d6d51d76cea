import type { Db } from '#server/database/connect.ts'

/** Everything that schedules consist of, from the database. */
export type State = Awaited<ReturnType<typeof readState>>

export type ReviewRow = State['reviews'][number]
export type SlotRow = State['slots'][number]
export type HistoryLine = State['lines'][number]

export async function readState(db: Db) {
  const [
    slots,
    reviews,
    lines,
    requests,
    requestedSlots,
    rules,
    blocks,
    removed,
    absences,
    people,
    able,
    settings,
    notices,
    reminders,
    mailed,
  ] = await Promise.all([
    db
      .selectFrom('slots')
      .leftJoin('reviews', 'reviews.slot_id', 'slots.id')
      .leftJoin('no_shows', 'no_shows.slot_id', 'slots.id')
      .selectAll('slots')
      .select(['reviews.id as holder', 'no_shows.review_id as spent_by'])
      .orderBy('slots.starts_at')
      .orderBy('slots.id')
      .orderBy('holder')
      .execute(),
    db.selectFrom('reviews').selectAll().orderBy('created_at').orderBy('id').execute(),
    db.selectFrom('review_history').selectAll().orderBy('at').orderBy('id').execute(),
    db.selectFrom('reschedule_requests').selectAll().orderBy('review_id').execute(),
    db
      .selectFrom('reschedule_request_slots')
      .selectAll()
      .orderBy('review_id')
      .orderBy('place')
      .execute(),
    db.selectFrom('availabilities').selectAll().orderBy('reviewer_id').execute(),
    db.selectFrom('availability_blocks').selectAll().orderBy('id').execute(),
    db
      .selectFrom('removed_slots')
      .selectAll()
      .orderBy('reviewer_id')
      .orderBy('starts_at')
      .execute(),
    db.selectFrom('absences').selectAll().orderBy('id').execute(),
    db
      .selectFrom('people')
      .select(['id', 'role', 'week', 'domain_id', 'blocked_at'])
      .orderBy('id')
      .execute(),
    db
      .selectFrom('reviewer_domains')
      .select(['reviewer_id', 'domain_id'])
      .orderBy('reviewer_id')
      .orderBy('domain_id')
      .execute(),
    db.selectFrom('advisor_settings').selectAll().orderBy('advisor_id').execute(),
    db
      .selectFrom('notifications')
      .select(['id', 'person_id', 'kind', 'dedupe_key', 'payload', 'at'])
      .select(['review_id', 'read_at', 'mail_due_at'])
      .orderBy('person_id')
      .orderBy('id')
      .execute(),
    db.selectFrom('reminders').selectAll().orderBy('review_id').orderBy('kind').execute(),
    db.selectFrom('outbox').select(['id', 'person_id', 'kind']).orderBy('id').execute(),
  ])
  return {
    slots,
    reviews,
    lines,
    requests,
    requestedSlots,
    wants: rules,
    blocks,
    removed,
    absences,
    people,
    able,
    settings,
    notices,
    reminders,
    mailed,
  }
}

export const isBlocked = ({ people }: State, id: string | null) =>
  people.some((person) => person.id === id && person.blocked_at !== null)

/** Whether a review is booked and has not begun. */
export const isBookedAndUpcoming = ({ status, closed_at, held_at }: ReviewRow, now: number) =>
  status === 'review-scheduled' && closed_at === null && held_at !== null && held_at > now
