import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CalendarSlot, DayLoad } from '#contract/calendar/calendar.ts'
import type { CalendarRole } from '#contract/kit/page-paths.ts'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { useAbsences } from './absences.ts'
import { Agenda } from './agenda/agenda.tsx'
import { addOwnBookings, countLoads, getLoad } from './load/count-loads.ts'
import { formatLoad } from './load/load-bar.tsx'
import { MonthGrid } from './month/month-grid.tsx'
import { MoveTargetsList } from './moving/move-targets-list.tsx'
import type { Moving } from './moving/use-moving.ts'
import type { CalendarViewState } from './use-calendar-view.ts'
import { useIsNarrow } from './use-is-narrow.ts'
import { useBusyTimes } from './week/busy-times.tsx'
import { WeekGrid } from './week/week-grid.tsx'

type Props = {
  viewer: CalendarRole
  shown: CalendarViewState
  /** The visible slots, in order of time. */
  slots: UseQueryResult<CalendarSlot[]>
  /** The school's load by day, where `slots` are only the viewer's own. */
  loads?: DayLoad[] | undefined
  /** The text shown if there are no slots. */
  none: string
  /** Set if the viewer may move reviews. */
  moving?: Moving | undefined
}

/** Slots as a week, a month, or on narrow screens a list by day. */
export function SlotsCalendar({ viewer, shown, slots, loads, none, moving }: Props) {
  const isNarrow = useIsNarrow()
  const { view, now } = shown
  const own = countLoads(slots.data ?? [], now)
  const known = loads ? addOwnBookings(loads, own) : own
  const isKnown = slots.data !== undefined && known.size + own.size > 0
  const away = useAbsences(viewer, shown)
  const busyOn = useBusyTimes(viewer, shown)
  function noteOn(date: string): string {
    const who = away.on(date)
    const load = getLoad(known, date)
    const isEmpty = !isKnown || (who !== '' && load.slots === 0)
    return [...(who ? [who] : []), ...(isEmpty ? [] : [formatLoad(load)])].join(', ')
  }
  if (slots.error && slots.data === undefined) return <Loaded query={slots}>{() => null}</Loaded>
  const nothing = slots.data?.length === 0 && (
    <Text c="dimmed" role="status">
      {none}
    </Text>
  )
  if (isNarrow || view === 'day') {
    if (moving?.slot) return <MoveTargetsList moving={moving} today={shown.today} />
    return (
      <Loaded query={slots} skeleton={<Skeletons count={3} height={120} />}>
        {(all) => (
          <>
            {nothing}
            <Agenda {...{ viewer, shown, noteOn, busyOn, moving }} slots={all} />
          </>
        )}
      </Loaded>
    )
  }
  const loadOf = (date: string) => (slots.data ? getLoad(known, date) : undefined)
  return (
    <>
      {nothing}
      {view === 'week' ? (
        <WeekGrid {...{ viewer, shown, noteOn, busyOn, moving }} slots={slots.data} />
      ) : (
        <MonthGrid {...{ shown }} slots={slots.data} loadOn={loadOf} awayOn={away.on} />
      )}
    </>
  )
}
