import type { Db } from '#server/database/connect.ts'
import { all, type Values } from '#server/database/query.ts'

/** From (inclusive) and until (exclusive) an instant (ms since 1970). */
type Span = { from: number; until: number }

/** The marked reviews of slots that began in the span, with the time that both were in the call. */
export const readHeldReviews = all((db, span: Values<Span>) =>
  selectSlots(db, span)
    .innerJoin('reviews', 'reviews.slot_id', 'slots.id')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('domains', 'domains.id', 'student.domain_id')
    .leftJoin('call_presence as presence', (join) =>
      join
        .onRef('presence.review_id', '=', 'reviews.id')
        .onRef('presence.held_at', '=', 'slots.starts_at'),
    )
    .select(['domains.name as domain', 'presence.together_ms'])
    .where('reviews.status', '=', 'conducted'),
)

/** The slots that began in the span and in which somebody did not come. */
export const readNoShows = all((db, span: Values<Span>) =>
  selectSlots(db, span)
    .innerJoin('no_shows', 'no_shows.slot_id', 'slots.id')
    .innerJoin('reviews', 'reviews.id', 'no_shows.review_id')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .leftJoin('domains', 'domains.id', 'student.domain_id')
    .select(['domains.name as domain', 'no_shows.who']),
)

function selectSlots(db: Db, { from, until }: Values<Span>) {
  return db
    .selectFrom('slots')
    .innerJoin('people as reviewer', 'reviewer.id', 'slots.reviewer_id')
    .select(['reviewer.name as reviewer', 'reviewer.email', 'slots.starts_at'])
    .where('slots.starts_at', '>=', from)
    .where('slots.starts_at', '<', until)
}
