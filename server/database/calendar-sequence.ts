import { sql } from 'kysely'

/**
 * How much has become of a review, by which a calendar knows the later of two entries: the lines of
 * its history, of which the database lets none go but with the review. For a query of `reviews`.
 */
export const calendarSequence = sql<number>`(select count(*) from review_history
  where review_history.review_id = reviews.id)`
