import type { AddToCalendarLinks } from '#contract/calendar/add-to-calendar.ts'
import { moveRefusals } from '#contract/reviews/scheduling/rescheduling.ts'
import type { AbleTo } from '#contract/roles.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { findReview } from '#server/reviews/actions.ts'
import { makeAddToCalendarLinks } from './add-to-calendar-links.ts'
import { toCalendarEntry } from './feed/actions.ts'
import { readEntry } from './feed/queries.ts'

/**
 * A booked review as an entry for its owner's own calendar, with the texts of their feed. Refuses a
 * review that is not theirs (404) or has no slot (409).
 */
export async function findCalendarEntry(
  context: Context,
  owner: { role: AbleTo<'have reviews'>; personId: string },
  reviewId: string,
): Promise<AddToCalendarLinks> {
  const review = await findReview(context, owner, reviewId)
  const row = await readEntry(context.db, { id: review._id })
  if (!row) throw new Refused(moveRefusals.notBooked)
  const { appUrl } = context.settings
  const entry = toCalendarEntry(row, { role: owner.role, appUrl })
  const { writeCalendar } = await import('#server/kit/calendar/write-calendar.ts')
  return {
    ...makeAddToCalendarLinks({ ...entry, endsAt: row.ends_at }),
    file: writeCalendar(context, [entry], { method: 'PUBLISH' }),
  }
}
