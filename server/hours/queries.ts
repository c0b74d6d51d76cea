import { type NotNull, sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/** From (inclusive) and until (exclusive) an instant (ms since 1970), of all reviewers or one. */
type Asked = { from: number; until: number; reviewerId?: string | undefined }

/** Reviews with their student's domain. */
function selectReviews(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('domains', 'domains.id', 'student.domain_id')
    .select('domains.name as domain')
}

/** The marked reviews whose slots began in the span, with the time that both were in the call. */
export function readHeldReviews(db: Db, { from, until, reviewerId }: Asked) {
  const held = selectReviews(db)
    .innerJoin('people as reviewer', 'reviewer.id', 'reviews.reviewer_id')
    .select(['reviewer.name as reviewer', 'reviewer.email'])
    .select(['reviews.held_at as starts_at', 'reviews.held_ms'])
    .where('reviews.status', '=', sql.lit('conducted'))
    .where('reviews.held_at', '>=', from)
    .where('reviews.held_at', '<', until)
    .$narrowType<{ starts_at: NotNull }>()
  return (reviewerId ? held.where('reviews.reviewer_id', '=', reviewerId) : held).execute()
}

/** The slots that began in the span and in which somebody did not come. */
export function readNoShows(db: Db, { from, until, reviewerId }: Asked) {
  const missed = selectReviews(db)
    .innerJoin('no_shows', 'no_shows.review_id', 'reviews.id')
    .innerJoin('slots', 'slots.id', 'no_shows.slot_id')
    .innerJoin('people as reviewer', 'reviewer.id', 'slots.reviewer_id')
    .select(['reviewer.name as reviewer', 'reviewer.email'])
    .select(['slots.starts_at', 'no_shows.who'])
    .where('slots.starts_at', '>=', from)
    .where('slots.starts_at', '<', until)
  return (reviewerId ? missed.where('slots.reviewer_id', '=', reviewerId) : missed).execute()
}
