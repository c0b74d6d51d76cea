import { type HoursRow, hoursRefusals } from '#contract/hours.ts'
import type { PageRequest } from '#contract/kit/endpoint.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, daysBetween, getDateInZone, startOfDay } from '#contract/kit/time/zone.ts'
import { hoursReportDaysMax } from '#contract/limits/reviews.ts'
import type { Page } from '#server/database/list/paginate.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { readHeldReviews, readNoShows } from './queries.ts'

type Slot = Pick<HoursRow, 'reviewer' | 'email' | 'domain'> & { starts_at: number }
/** The days, and the reviewer if not all. */
type Asked = { from?: string | undefined; to?: string | undefined; reviewerId?: string }

/** The days of one page. */
const daysAtOnce = 31

/**
 * Returns a page of reviewers' hours, by date, reviewer's email and domain; the cursor is a page's
 * first date. Without dates they are those of the present month, up to today. Refuses dates in the
 * wrong order or too far apart (400).
 */
export async function readHoursPage(
  { db, clock, settings: { timeZone } }: Context,
  { from, to, reviewerId }: Asked,
  { cursor }: Pick<PageRequest, 'cursor'>,
): Promise<Page<HoursRow>> {
  const last = to ?? getDateInZone(clock(), timeZone)
  const first = from ?? `${last.slice(0, 7)}-01`
  const days = daysBetween(first, last) + 1
  if (days < 1 || days > hoursReportDaysMax) throw new Refused(hoursRefusals.badDates)
  const begin = cursor ?? first
  const next = addDays(begin, daysAtOnce)
  const isLast = next > last
  const until = startOfDay(isLast ? addDays(last, 1) : next, timeZone)
  const span = { from: startOfDay(begin, timeZone), until, reviewerId }

  const hours = makeHours(timeZone)
  for (const { held_ms, ...slot } of await readHeldReviews(db, span)) {
    const row = hours.at(slot)
    row.held += 1
    if (held_ms) row.minutes += held_ms / minuteMs
    else row.withoutTimes += 1
  }
  for (const { who, ...slot } of await readNoShows(db, span)) {
    hours.at(slot)[who === 'student' ? 'studentNoShows' : 'reviewerNoShows'] += 1
  }
  return { items: hours.list(), next: isLast ? undefined : next }
}

/** Returns all that `readHoursPage` returns page by page. */
export async function listAllHours(context: Context, asked: Asked): Promise<HoursRow[]> {
  const hours: HoursRow[] = []
  let cursor: string | undefined
  do {
    const { items, next } = await readHoursPage(context, asked, { cursor })
    hours.push(...items)
    cursor = next
  } while (cursor !== undefined)
  return hours
}

/** Rows of hours, added when a slot first needs them, and listed in order. */
function makeHours(timeZone: string) {
  const rows = new Map<string, HoursRow>()
  return {
    at({ starts_at, reviewer, email, domain }: Slot): HoursRow {
      const date = getDateInZone(starts_at, timeZone)
      const key = JSON.stringify([date, email, domain])
      const none = { held: 0, minutes: 0, studentNoShows: 0, reviewerNoShows: 0, withoutTimes: 0 }
      const row = rows.get(key) ?? { date, reviewer, email, domain, ...none }
      rows.set(key, row)
      return row
    },
    list: () =>
      [...rows]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, row]) => ({ ...row, minutes: Math.round(row.minutes) })),
  }
}
