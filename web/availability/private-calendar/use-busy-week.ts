import { useMemo } from 'react'
import { listBusyTimes } from '#contract/availability/private-calendar.ts'
import { addDays, daysPerWeek, getWeekday } from '#contract/kit/time/zone.ts'
import { useWholeList } from '#web/kit/api/hooks.ts'
import { clipToDay } from '#web/kit/ui/dates/clip-to-day.ts'
import { useSchoolZone } from '#web/school/api.ts'
import type { WeekSpan } from '../blocks.ts'

/** The busy times of the reviewer's own calendar in the week from today (YYYY-MM-DD) on. */
export function useBusyWeek(today: string): WeekSpan[] {
  const timeZone = useSchoolZone()
  const to = addDays(today, daysPerWeek - 1)
  const { data } = useWholeList(listBusyTimes, { query: { from: today, to } })
  return useMemo(() => {
    const dates = Array.from({ length: daysPerWeek }, (_, day) => addDays(today, day))
    return dates.flatMap((date) =>
      (data ?? []).flatMap((busy) => {
        const range = clipToDay(busy, date, timeZone)
        return range ? [{ weekday: getWeekday(date), ...range }] : []
      }),
    )
  }, [data, today, timeZone])
}
