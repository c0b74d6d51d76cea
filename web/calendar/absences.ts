import { useMemo } from 'react'
import { isAwayOn } from '#contract/availability/absences.ts'
import { type Away, listAway } from '#contract/calendar.ts'
import type { CalendarRole } from '#contract/kit/page-paths.ts'
import { useWhole } from '#web/kit/call/query.ts'
import type { Shown } from './use-view.ts'

/** 'away: a wedding', or 'away' for those who do not read why. */
export function formatAbsence({ reason }: Pick<Away, 'reason'>): string {
  return reason === null ? 'away' : `away: ${reason}`
}

/** The same of the one reviewer who is shown; of several how many there are: '2 away'. */
export function formatAway(all: Away[], date: string, isOne: boolean): string {
  const away = all.filter((one) => isAwayOn(one, date))
  const [first] = away
  if (!first) return ''
  return isOne
    ? formatAbsence(first)
    : `${new Set(away.map(({ reviewer }) => reviewer._id)).size} away`
}

/** A reviewer's absence on a date. */
export type GetAbsence = (reviewer: string, date: string) => Away | undefined

/** Who is away on the days that are shown, of those whom the viewer sees; nobody until that is known. */
export function useAbsences(role: CalendarRole, { span, reviewer }: Shown) {
  const asked = { ...span, reviewer: reviewer || undefined }
  const { data } = useWhole(listAway[role], { query: asked })
  const isOne = role === 'reviewer' || reviewer !== ''
  return useMemo(() => {
    const all = data ?? []
    const byReviewer = Map.groupBy(all, (one) => one.reviewer._id)
    const of: GetAbsence = (id, date) => byReviewer.get(id)?.find((one) => isAwayOn(one, date))
    /** 'away: a wedding' of the one who is shown, '2 away' of several; empty if nobody is. */
    return { of, on: (date: string) => formatAway(all, date, isOne) }
  }, [data, isOne])
}
