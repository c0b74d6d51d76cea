import type { WithContext } from '../factories.ts'

/** The address of a calendar that nobody answers for. */
export const calendarUrl = 'https://calendar.school.test/private-7f3a/basic.ics'

/** Adds a reviewer's own calendar, which is due. */
export async function insertCalendar({ context }: WithContext, reviewer_id: string, now: number) {
  await context.db
    .insertInto('private_calendars')
    .values({
      reviewer_id,
      url: calendarUrl,
      created_at: now,
      due_at: now,
      claimed_until: null,
      tried_at: null,
      read_at: null,
      read_until: null,
      etag: null,
      left_out: null,
      failing_since: null,
      notified_at: null,
      error: null,
    })
    .execute()
}

/** Adds a busy time of a reviewer. */
export async function insertBusyTime(
  { context }: WithContext,
  reviewer_id: string,
  { starts_at, ends_at }: { starts_at: number; ends_at: number },
) {
  await context.db.insertInto('busy_times').values({ reviewer_id, starts_at, ends_at }).execute()
}
