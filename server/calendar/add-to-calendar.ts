import type { AddToCalendarLinks } from '#contract/calendar/add-to-calendar.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { moveRefusals } from '#contract/reviews/scheduling/rescheduling.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import type { CalendarEvent } from '#server/kit/calendar/write-calendar.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { getOwnReview } from '#server/reviews/actions.ts'
import { toCalendarEntry } from './feed/actions.ts'
import { readEntry } from './feed/queries.ts'

/**
 * A booked review as an entry for its owner's own calendar, with the texts of their feed. Refuses a
 * review that is not theirs (404) or has no slot (409).
 */
export async function findCalendarEntry(
  context: Context,
  owner: { role: RoleAbleTo<'have reviews'>; personId: string },
  reviewId: string,
): Promise<AddToCalendarLinks> {
  const review = await getOwnReview(context, owner, reviewId)
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

type Timed = CalendarEvent & { endsAt: number }

/** Links that open web calendars with a prefilled entry. */
function makeAddToCalendarLinks(entry: Timed): Omit<AddToCalendarLinks, 'file'> {
  return {
    google: googleLink(entry),
    outlook: outlookLink('outlook.live.com', entry),
    office: outlookLink('outlook.office.com', entry),
  }
}

function googleLink({ title, details, place, startsAt, endsAt }: Timed): string {
  return linkTo('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    details: details.join('\n'),
    location: place,
  })
}

function outlookLink(host: string, { title, details, place, startsAt, endsAt }: Timed): string {
  return linkTo(`https://${host}/calendar/0/deeplink/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: toIsoInstant(startsAt),
    enddt: toIsoInstant(endsAt),
    body: details.join('\n'),
    location: place,
  })
}

/** Encodes spaces as %20, because the calendars show a plus as it is. */
function linkTo(address: string, asked: Record<string, string>): string {
  return `${address}?${String(new URLSearchParams(asked)).replaceAll('+', '%20')}`
}

/** An instant as 20260302T170000Z. */
function compact(instant: number): string {
  const toSeconds = Math.floor(instant / secondMs) * secondMs
  return toIsoInstant(toSeconds).replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}
