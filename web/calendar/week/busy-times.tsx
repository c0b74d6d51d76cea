import { VisuallyHidden } from '@mantine/core'
import { type BusyTime, listBusyTimes } from '#contract/availability/private-calendar.ts'
import type { CalendarRole } from '#contract/kit/linked-page-paths.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { toClockTime } from '#contract/kit/time/iso.ts'
import { minutesPerDay } from '#contract/limits/limits.ts'
import { useWholeList } from '#web/kit/api/hooks.ts'
import { BusyTimeShade } from '#web/kit/ui/busy-time-shade.tsx'
import { clipToDay, type DayRange } from '#web/kit/ui/dates/clip-to-day.ts'
import { formatClock } from '#web/kit/ui/dates/clock.ts'
import type { CalendarViewState } from '../use-calendar-view.ts'
import type { Hours } from './hours.ts'

/** A function that returns the busy ranges of a date; a reviewer alone has any. */
export type GetBusyRanges = (date: string) => DayRange[]

/** The busy times of the reviewer's own calendar in the visible dates, none while they load. */
export function useBusyTimes(
  viewer: CalendarRole,
  { span, timeZone }: CalendarViewState,
): GetBusyRanges {
  const { data } = useWholeList(listBusyTimes, { query: span }, { enabled: viewer === 'reviewer' })
  return (date) => (data ?? []).flatMap((busy: BusyTime) => clipToDay(busy, date, timeZone) ?? [])
}

/** 'busy 9:00 AM to 10:00 AM, 2:00 PM to 3:00 PM', 'busy all day', or '' without ranges. */
export function formatBusyRanges(ranges: DayRange[]): string {
  if (ranges.length === 0) return ''
  const at = (minute: number) => formatClock(toClockTime((minute % minutesPerDay) * minuteMs))
  const said = ranges.map(({ start, end }) =>
    end - start === minutesPerDay ? 'all day' : `${at(start)} to ${at(end)}`,
  )
  return `busy ${said.join(', ')}`
}

/** The busy ranges of a day, shaded within the visible hours, and as a text for screen readers. */
export function DayBusyTimes({ ranges, hours }: { ranges: DayRange[]; hours: Hours }) {
  if (ranges.length === 0) return null
  const [from, to] = [hours.from * 60, hours.to * 60]
  const shown = ranges.filter(({ start, end }) => start < to && end > from)
  return (
    <>
      <VisuallyHidden>{formatBusyRanges(ranges)}</VisuallyHidden>
      {shown.map(({ start, end }) => {
        const [first, last] = [Math.max(start, from), Math.min(end, to)]
        const at = {
          insetInline: 0,
          insetBlockStart: `calc(var(--hour) * ${(first - from) / 60})`,
          blockSize: `calc(var(--hour) * ${(last - first) / 60})`,
        }
        return <BusyTimeShade key={start} at={at} />
      })}
    </>
  )
}
