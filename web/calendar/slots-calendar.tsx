import { Button, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CalendarSlot, DayLoad } from '#contract/calendar/calendar.ts'
import type { CalendarRole } from '#contract/kit/linked-page-paths.ts'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatDay } from '#web/kit/ui/dates/dates.ts'
import { useAbsences } from './absences.ts'
import { Agenda } from './agenda/agenda.tsx'
import { addOwnBookings, countLoads, getLoad } from './load/count-loads.ts'
import { formatLoad } from './load/load-bar.tsx'
import { MonthGrid } from './month/month-grid.tsx'
import { MovingBar } from './moving/moving-bar.tsx'
import { formatTargetReviewers, type MoveTarget } from './moving/targets.ts'
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
  const isKnown = slots.data !== undefined && known.size > 0
  const away = useAbsences(viewer, shown)
  const busyOn = useBusyTimes(viewer, shown)
  function noteOn(date: string): string {
    const who = away.on(date)
    const load = getLoad(known, date)
    const isEmpty = !isKnown || (who !== '' && load.slots === 0)
    return [...(who ? [who] : []), ...(isEmpty ? [] : [formatLoad(load)])].join(', ')
  }
  if (slots.error && slots.data === undefined)
    return <LoadedData query={slots}>{() => null}</LoadedData>
  const nothing = slots.data?.length === 0 && (
    <Text c="dimmed" role="status">
      {none}
    </Text>
  )
  if (isNarrow || view === 'day') {
    if (moving?.slot) return <MoveTargetsList moving={moving} today={shown.today} />
    return (
      <LoadedData query={slots} skeleton={<Skeletons count={3} height={120} />}>
        {(all) => (
          <>
            {nothing}
            <Agenda
              viewer={viewer}
              shown={shown}
              noteOn={noteOn}
              busyOn={busyOn}
              moving={moving}
              slots={all}
            />
          </>
        )}
      </LoadedData>
    )
  }
  const loadOf = (date: string) => (slots.data ? getLoad(known, date) : undefined)
  return (
    <>
      {nothing}
      {view === 'week' ? (
        <WeekGrid
          viewer={viewer}
          shown={shown}
          noteOn={noteOn}
          busyOn={busyOn}
          moving={moving}
          slots={slots.data}
        />
      ) : (
        <MonthGrid shown={shown} slots={slots.data} loadOn={loadOf} awayOn={away.on} />
      )}
    </>
  )
}

/** The free times for the review being moved, as a list by day for narrow screens. */
function MoveTargetsList({ moving, today }: { moving: Moving; today: string }) {
  const toHeading = () => document.querySelector('h1')?.focus()
  async function moveTo(target: MoveTarget) {
    if (await moving.moveTo(target)) toHeading()
  }
  function cancel() {
    moving.end()
    toHeading()
  }
  return (
    <>
      {[...Map.groupBy(moving.targets ?? [], ({ date }) => date)].map(([date, onDay]) => (
        <Stack key={date} component="section" gap="xs" maw={720} aria-labelledby={`free-${date}`}>
          <Title order={3} id={`free-${date}`}>
            {formatDay(date, today)}
          </Title>
          {onDay.map((target) => (
            <Button
              key={target.startsAt}
              variant="default"
              justify="space-between"
              rightSection={formatTargetReviewers(target)}
              onClick={() => moveTo(target)}
            >
              {localizeTimes(target.slot_time)}
            </Button>
          ))}
        </Stack>
      ))}
      <MovingBar moving={moving} cancel={cancel} />
    </>
  )
}
