import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/time/time.ts'
import { defaultSettings, monday } from '#test/app.ts'
import { readCalendar } from '#test/calendar/read-calendar.ts'
import { tries, zone } from '#test/property.ts'
import { writeCalendar } from './write-calendar.ts'

const words = {
  id: 'r1',
  sequence: 1,
  title: 'Review',
  details: [],
  place: '',
  url: 'http://x.test',
}
/** Often those whose clocks no yearly rule tells, or whose law has changed of late. */
const anyZone = fc.oneof(
  zone,
  fc.constantFrom('Africa/Casablanca', 'Asia/Gaza', 'America/Vancouver', 'America/Edmonton'),
)
/** In minutes: some days before the school's present, and three years after it. */
const beginsAfter = fc.integer({ min: (-90 * dayMs) / minuteMs, max: (3 * 365 * dayMs) / minuteMs })

test('in whatever zone the school is, two programs find the instants of an entry again', () => {
  fc.assert(
    fc.property(
      anyZone,
      beginsAfter,
      fc.integer({ min: 5, max: 180 }),
      (timeZone, after, lasts) => {
        const startsAt = monday + after * minuteMs
        const endsAt = startsAt + lasts * minuteMs
        const school = { clock: () => monday, settings: { ...defaultSettings, timeZone } }
        const text = writeCalendar(school, [{ ...words, startsAt, endsAt }], { method: 'PUBLISH' })
        const iso = (instant: number) => new Date(instant).toISOString()
        const [read] = readCalendar(text).entries
        expect(read).toMatchObject({ startsAt: iso(startsAt), endsAt: iso(endsAt) })
      },
    ),
    tries(150),
  )
})
