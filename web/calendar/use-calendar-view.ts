import { useCallback, useEffect, useRef } from 'react'
import { z } from 'zod'
import { calendarDateSchema } from '#contract/kit/time/calendar-date-schema.ts'
import { findHoliday } from '#contract/kit/time/holidays.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { useFilter, useUrlQuery } from '#web/kit/list/filter/filter.ts'
import { useNow } from '#web/kit/live/now.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { useHolidays } from '#web/kit/ui/dates/holidays.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { getViewDates, type View, views } from './view-dates.ts'

const open = { view: 'week', date: '', reviewer: '' }
const judges = { view: z.enum(views), date: calendarDateSchema }

/** The view, date and reviewer of the calendar, kept in the address; this week by default. */
export function useCalendarView() {
  const timeZone = useSchoolZone()
  const now = useNow()
  const today = getDateInZone(now, timeZone)
  const { values } = useFilter(open, judges)
  const { change } = useUrlQuery()
  const view = views.find((one) => one === values.view) ?? 'week'
  const date = values.date || today
  const dates = getViewDates(view, date)
  const holidays = useHolidays()
  /** The name of the school holiday on a date; undefined if there is none. */
  const holidayOn = useCallback((one: string) => findHoliday(one, holidays)?.name, [holidays])
  // The link that was followed may no longer be rendered, and the focus is lost with it.
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && document.activeElement === document.body) focusHeading()
    isFirst.current = false
  }, [view, date])
  return {
    timeZone,
    now,
    today,
    view,
    date,
    dates,
    reviewer: values.reviewer,
    holidayOn,
    /** The first and last visible dates, as query parameters. */
    span: { from: dates.at(0) ?? date, to: dates.at(-1) ?? date },
    /** Shows another view, date or reviewer; 'typed' replaces the history entry. */
    show(next: { view?: View; date?: string; reviewer?: string }, step?: 'typed') {
      change((params) => {
        for (const [name, value] of Object.entries(next)) {
          if (value === '' || (name === 'date' && value === today)) params.delete(name)
          else params.set(name, value)
        }
      }, step)
    },
    /** The address of another view, date or reviewer. */
    at(next: { view?: View; date?: string; reviewer?: string }): string {
      const said = { view, date, reviewer: values.reviewer, ...next }
      const given = Object.entries(said).filter(([, value]) => value !== '')
      return `?${new URLSearchParams(given)}`
    },
  }
}
export type CalendarViewState = ReturnType<typeof useCalendarView>
