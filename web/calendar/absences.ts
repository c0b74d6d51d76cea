import { useMemo } from 'react'
import { isAwayOn } from '#contract/availability/absences.ts'
import { type CalendarAbsence, listCalendarAbsences } from '#contract/calendar/calendar.ts'
import type { CalendarRole } from '#contract/kit/linked-page-paths.ts'
import { useWholeList } from '#web/kit/api/hooks.ts'
import type { CalendarViewState } from './use-calendar-view.ts'

/** 'away: a wedding', or 'away' for viewers who may not read the reason. */
export function formatAbsence({ reason }: Pick<CalendarAbsence, 'reason'>): string {
  return reason === null ? 'away' : `away: ${reason}`
}

/** For a single reviewer as `formatAbsence`; for several the count: '2 away'. */
export function formatAbsences(all: CalendarAbsence[], date: string, isOne: boolean): string {
  const away = all.filter((one) => isAwayOn(one, date))
  const [first] = away
  if (!first) return ''
  return isOne
    ? formatAbsence(first)
    : `${new Set(away.map(({ reviewer }) => reviewer._id)).size} away`
}

/** A reviewer's absence on a date. */
export type GetAbsence = (reviewer: string, date: string) => CalendarAbsence | undefined

/**
 * The absences that the viewer may see in the visible dates, none while they load; and holidays.
 */
export function useAbsences(role: CalendarRole, { span, reviewer, holidayOn }: CalendarViewState) {
  const asked = { ...span, reviewer: reviewer || undefined }
  const { data } = useWholeList(listCalendarAbsences[role], { query: asked })
  const isOne = role === 'reviewer' || reviewer !== ''
  return useMemo(() => {
    const all = data ?? []
    const byReviewer = Map.groupBy(all, (one) => one.reviewer._id)
    const of: GetAbsence = (id, date) => byReviewer.get(id)?.find((one) => isAwayOn(one, date))
    /** 'Carnival', 'away: a wedding' for a single reviewer, '2 away' for several, or ''. */
    const on = (date: string) =>
      [holidayOn(date), formatAbsences(all, date, isOne)].filter(Boolean).join(', ')
    return { of, on }
  }, [data, isOne, holidayOn])
}
