import { hoursDates } from '#contract/hours.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { useFilter, useUrlQuery } from '#web/kit/list/filter/filter.ts'
import { now } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { getMonth, type Span } from './months.ts'

/**
 * The days, the domain and the reviewer's email in the address; the present month, in the school's
 * zone, by default.
 */
export function useHoursFilter() {
  const today = getDateInZone(now(), useSchoolZone())
  const present = getMonth(today)
  const filter = useFilter({ ...present, domain: '', reviewer: '' }, hoursDates)
  const { change } = useUrlQuery()
  const { from, to } = filter.values
  /** Shows a whole month. */
  function showMonth(month: Span) {
    const isPresent = month.from === present.from
    change((params) => {
      for (const name of ['from', 'to'] as const) {
        if (isPresent) params.delete(name)
        else params.set(name, month[name])
      }
    })
  }
  return { ...filter, today, span: { from, to }, showMonth }
}
export type HoursFilter = ReturnType<typeof useHoursFilter>
