import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, daysBetween, getDateInZone } from '#contract/kit/time/zone.ts'
import { toBoundValues } from '#server/database/query.ts'
import { startApp } from '#test/app.ts'
import { getBookingDays, getDayIndex, listNonHolidaysAhead } from './booking-days.ts'

const zones = ['America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Tokyo', 'UTC']
/** In at least one of the zones the clock changes within four weeks of each date. */
const todays = ['2026-03-02', '2026-03-20', '2026-04-02', '2026-10-20', '2026-10-31', '2026-06-01']

test('days follow the school’s clock, also across a clock change', async () => {
  const { context } = await startApp()
  const wrong: string[] = []
  for (const [timeZone, today, count] of zones.flatMap((zone) =>
    todays.flatMap((day) => [3, 28].map((days) => [zone, day, days] as const)),
  )) {
    const now = Date.parse(`${today}T17:00:00Z`)
    const days = getBookingDays(now, timeZone, count)
    const first = getDateInZone(now, timeZone)
    const instants = Array.from({ length: 24 * 31 }, (_, hour) => now + (hour - 36) * hourMs)
    const rows = instants.flatMap((hour) =>
      [hour, hour + 59 * minuteMs].map((instant) => sql`(cast(${instant} as bigint))`),
    )
    const { rows: numbered } = await sql<{ instant: number; number: number | null }>`
      with instants(instant) as (values ${sql.join(rows)})
      select instant, ${getDayIndex(sql`instant`, toBoundValues(days))} as number from instants
    `.execute(context.db)
    for (const { instant, number } of numbered) {
      const day = daysBetween(first, getDateInZone(instant, timeZone))
      const expected = day < 0 ? -1 : day < count ? day : null
      if (number !== expected) wrong.push(`${timeZone} ${new Date(instant).toISOString()}`)
    }
    expect(numbered).toHaveLength(rows.length)
    expect(listNonHolidaysAhead(days, { timeZone, holidays: [] })).toEqual(
      Array.from({ length: count - 1 }, (_, before) => ({
        day: addDays(first, before + 1),
        number: before + 1,
      })),
    )
  }
  expect(wrong).toEqual([])
})
