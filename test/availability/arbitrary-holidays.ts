import fc from 'fast-check'
import type { Holiday } from '#contract/kit/time/holidays.ts'
import { addDays } from '#contract/kit/time/zone.ts'

/** Up to four holidays within a number of days from a date on; some follow each other at once. */
export function arbitraryHolidays(first: string, days: number): fc.Arbitrary<Holiday[]> {
  return fc.uniqueArray(fc.nat({ max: days }), { maxLength: 8 }).map((places) => {
    const dates = places.toSorted((a, b) => a - b).map((place) => addDays(first, place))
    return dates.flatMap((from, place) => {
      const to = dates[place + 1]
      return place % 2 === 0 && to ? { from, to, name: `Holiday ${place}` } : []
    })
  })
}
