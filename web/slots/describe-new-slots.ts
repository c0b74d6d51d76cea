import { formatCount } from '#contract/kit/text/plural.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { getInstantAt, minutesBetween } from '#contract/kit/time/zone.ts'
import type { makeSlotRangeSchema } from '#contract/slots/slot-range.ts'
import { isClockTime, type OwnSlot, type SlotRange } from '#contract/slots/slots.ts'
import { formatClock } from '#web/kit/ui/dates/clock.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'

/**
 * Says how many slots a range will become, which existing slots are in its way, or how to get a
 * single slot; undefined while it is invalid otherwise. On days when the clocks change the server
 * may create a few more or fewer.
 */
export function describeNewSlots(
  range: SlotRange,
  RightRange: ReturnType<typeof makeSlotRangeSchema>,
  timeZone: string,
  ownSlots: Pick<OwnSlot, 'startsAt' | 'endsAt'>[],
): string | undefined {
  const judged = RightRange.safeParse(range)
  if (!judged.success) return suggestLaterEnd(range)
  const { date, timeStart, timeEnd, reviewTime } = judged.data
  const minutes = minutesBetween(timeStart, timeEnd)
  const count = Math.floor(minutes / reviewTime)
  const rest = minutes - count * reviewTime
  const from = getInstantAt(date, timeStart, timeZone)
  const to = from + count * reviewTime * minuteMs
  const existing = ownSlots.filter(
    ({ startsAt, endsAt }) => Date.parse(startsAt) < to && from < Date.parse(endsAt),
  ).length
  if (existing > 0) {
    const them = existing === 1 ? 'a slot' : `${existing} slots`
    return `You already have ${them} in this range, so nothing can be added. Choose other times.`
  }
  const length = formatMinutes(reviewTime)
  const slots = `Creates ${formatCount(count, 'slot', 'slots')} of ${length}`
  const span = `${formatClock(timeStart)} to ${formatClock(timeEnd)} on ${formatShortDate(date)}`
  return `${slots}, ${span}${rest > 0 ? `, with ${formatMinutes(rest)} left over` : ''}.`
}

/** The range must be longer than a review (specification, section 5), so one minute more will do. */
function suggestLaterEnd({ timeStart, timeEnd, reviewTime }: SlotRange): string | undefined {
  if (!isClockTime(timeStart) || !isClockTime(timeEnd)) return undefined
  const minutes = minutesBetween(timeStart, timeEnd)
  if (minutes <= 0 || minutes !== Number(reviewTime)) return undefined
  return `For a single slot of ${formatMinutes(minutes)}, choose an ending time one minute later.`
}

function formatMinutes(minutes: number): string {
  return formatCount(minutes, 'minute', 'minutes')
}
