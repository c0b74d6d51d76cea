import { useMemo } from 'react'
import { isAwayOn } from '#contract/availability/absences.ts'
import { type Away, listAway } from '#contract/calendar.ts'
import type { CalendarRole } from '#contract/kit/page-paths.ts'
import { useWhole } from '#web/kit/call/query.ts'
import type { Shown } from '../use-view.ts'
import { whoIsAway } from './format.ts'

/** Who is away on the days that are shown. */
export type WhoIsAway = ReturnType<typeof useAbsences>

/** Who is away on the days that are shown, of those whom the viewer sees; nobody until that is known. */
export function useAbsences(role: CalendarRole, { span, reviewer }: Shown) {
  const asked = { ...span, reviewer: reviewer || undefined }
  const { data } = useWhole(listAway[role], { query: asked })
  const isOne = role === 'reviewer' || reviewer !== ''
  return useMemo(() => {
    const all = data ?? []
    const byReviewer = Map.groupBy(all, (one) => one.reviewer._id)
    return {
      /** 'away: a wedding' of the one who is shown, '2 away' of several; empty if nobody is. */
      on: (date: string) => whoIsAway(all, date, isOne),
      /** A reviewer's absence on a date. */
      of: (id: string, date: string): Away | undefined =>
        byReviewer.get(id)?.find((one) => isAwayOn(one, date)),
    }
  }, [data, isOne])
}
