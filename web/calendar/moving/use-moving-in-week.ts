import { useEffect } from 'react'
import type { CalendarSlot } from '#contract/calendar.ts'
import type { Place } from '../roving.ts'
import type { Shown } from '../use-view.ts'
import { minuteAt } from '../week/hours.ts'
import { inLanes } from '../week/lanes.ts'
import { type Target, targetBeyond } from './targets.ts'
import type { Moving } from './use-moving.ts'

type Options = {
  moving: Moving | undefined
  slots: CalendarSlot[] | undefined
  shown: Shown
  focusOn: (place: Place) => void
}

/** Where the focus is while a review is moved within weeks: at the free times, then at the review. */
export function useMovingFocusInWeek({ moving, slots, shown, focusOn }: Options) {
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
      const { date, at } = placeOf(moving.slot)
      focusOn({ date, at: at + laneOf(moving.slot, slots ?? []) / 100 })
    },
  }
}

/** Beside how many others at the same time a slot stands. */
function laneOf({ _id, date }: CalendarSlot, slots: CalendarSlot[]): number {
  const onDay = inLanes(slots.filter((slot) => slot.date === date))
  return onDay.find(({ item }) => item._id === _id)?.lane ?? 0
}
