import { useEffect } from 'react'
import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import type { GridPosition } from '../roving-focus.ts'
import type { CalendarViewState } from '../use-calendar-view.ts'
import { getMinuteOfDay } from '../week/hours.ts'
import { assignLanes } from '../week/lanes.ts'
import { findTargetBeyond, type MoveTarget } from './targets.ts'
import type { Moving } from './use-moving.ts'

type Options = {
  moving: Moving | undefined
  slots: CalendarSlot[] | undefined
  shown: CalendarViewState
  focusOn: (place: GridPosition) => void
}

/**
 * Manages the focus while a review is moved in the week: to the free times first, back to the
 * review at the end.
 */
export function useMoveFocus({ moving, slots, shown, focusOn }: Options) {
  const { timeZone, dates, show } = shown
  const getPosition = ({ date, startsAt }: { date: string; startsAt: string }) => ({
    date,
    at: getMinuteOfDay(startsAt, timeZone),
  })
  const targets = moving?.targets
  const begun = targets && moving.slot?._id

  useEffect(() => {
    const first = targets?.find(({ date }) => dates.includes(date)) ?? targets?.[0]
    if (!begun || !first) return
    focusOn(getPosition(first))
    if (!dates.includes(first.date)) show({ date: first.date }, 'typed')
    // Only once for each move; after that the focus is the user's.
  }, [begun])

  return {
    /** Shows the next (1) or previous (-1) week that has free times, and focuses them. */
    turn(by: 1 | -1) {
      const next = findTargetBeyond(targets, dates, by)
      if (!next) return
      focusOn(getPosition(next))
      show({ date: next.date }, 'typed')
    },
    async moveTo(target: MoveTarget) {
      if (await moving?.moveTo(target)) focusOn(getPosition(target))
    },
    cancel() {
      if (!moving?.slot) return
      moving.end()
      const { date, at } = getPosition(moving.slot)
      focusOn({ date, at: at + getLane(moving.slot, slots ?? []) / 100 })
    },
  }
}

/** The lane of a slot among those that overlap it. */
function getLane({ _id, date }: CalendarSlot, slots: CalendarSlot[]): number {
  const onDay = assignLanes(slots.filter((slot) => slot.date === date))
  return onDay.find(({ item }) => item._id === _id)?.lane ?? 0
}
