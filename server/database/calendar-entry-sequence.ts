import { sql } from 'kysely'

/**
 * The SEQUENCE of a review's calendar entry, by which calendars keep the newest: the number of
 * lines in its history, which are deleted only with the review. For queries of `reviews`.
 */
export const calendarEntrySequence = sql<number>`(select count(*) from review_history
  where review_history.review_id = reviews.id)`
