import { useEffect } from 'react'
import type { Place } from '../roving.ts'
import type { Shown } from '../use-view.ts'
import { minuteAt } from '../week/hours.ts'
import { type Target, targetBeyond } from './targets.ts'
import type { Moving } from './use-moving.tsx'

type Options = {
  moving: Moving | undefined
  shown: Shown
  focusOn: (place: Place) => void
}

/** Where the focus is while a review is moved within weeks: at the free times, then at the review. */
export function useMovingInWeek({ moving, shown, focusOn }: Options) {
  const { timeZone, dates, show } = shown
  const placeOf = ({ date, startsAt }: { date: string; startsAt: string }) => ({
    ...{ date, at: minuteAt(startsAt, timeZone) },
  })
  const targets = moving?.targets
  const begun = targets && moving.slot?._id

  useEffect(() => {
    const first = targets?.find(({ date }) => dates.includes(date)) ?? targets?.[0]
    if (!begun || !first) return
    focusOn(placeOf(first))
    if (!dates.includes(first.date)) show({ date: first.date }, 'typed')
    // Once for each review that is taken up: then the focus is the reader's own.
  }, [begun])

  return {
    /** Leads to the free times of the next week (1) or the one before (-1), where there are any. */
    turn(by: 1 | -1) {
      const next = targetBeyond(targets, dates, by)
      if (!next) return
      focusOn(placeOf(next))
      show({ date: next.date }, 'typed')
    },
    async moveTo(target: Target) {
      if (await moving?.moveTo(target)) focusOn(placeOf(target))
    },
    cancel() {
      if (!moving?.slot) return
      moving.end()
      focusOn(placeOf(moving.slot))
    },
  }
}
