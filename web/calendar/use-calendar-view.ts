import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { Day } from '#contract/kit/time/plausible-date.ts'
import { dateInZone } from '#contract/kit/time/zone.ts'
import { useAddress, useFilter } from '#web/kit/list/filter/filter.ts'
import { useNow } from '#web/kit/live/now.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { getViewDates, type View, views } from './view-dates.ts'

const open = { view: 'week', date: '', reviewer: '' }
const judges = { view: z.enum(views), date: Day }

/** What of the calendar is shown, as the address keeps it: this week unless it says otherwise. */
export function useCalendarView() {
  const timeZone = useSchoolZone()
  const now = useNow()
  const today = dateInZone(now, timeZone)
  const { values } = useFilter(open, judges)
  const { change } = useAddress()
  const view = views.find((one) => one === values.view) ?? 'week'
  const date = values.date || today
  const dates = getViewDates(view, date)
  // The link that has led to another day or view may be gone with what it stood in.
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && document.activeElement === document.body) focusHeading()
    isFirst.current = false
  }, [view, date])
  return {
    ...{ timeZone, now, today, view, date, dates, reviewer: values.reviewer },
    /** The first and the last date that are shown, as calls take them. */
    span: { from: dates.at(0) ?? date, to: dates.at(-1) ?? date },
    /** Shows something else; with `typed` it is no step in the browser's history. */
    show(next: { view?: View; date?: string; reviewer?: string }, step?: 'typed') {
      change((params) => {
        for (const [name, value] of Object.entries(next)) {
          if (value === '' || (name === 'date' && value === today)) params.delete(name)
          else params.set(name, value)
        }
      }, step)
    },
    /** The address at which something else is shown. */
    at(next: { view?: View; date?: string; reviewer?: string }): string {
      const said = { view, date, reviewer: values.reviewer, ...next }
      const given = Object.entries(said).filter(([, value]) => value !== '')
      return `?${new URLSearchParams(given)}`
    },
  }
}
export type CalendarViewState = ReturnType<typeof useCalendarView>
