import { addDays, clockInZone, dateInZone } from '../kit/time/zone.ts'
import { publishHorizonDays } from '../limits/slots.ts'
import { isClockTime, runDespiteOtherErrors, SlotRange, slotMessages } from '../slots.ts'

/**
 * A range to split into slots, with the rules that depend on the current time (`now` in ms since
 * 1970) in the school's time zone.
 */
export function makeSlotRangeSchema(now: number, timeZone: string) {
  return SlotRange.superRefine((range, context) => {
    const wrong = range.date && findRangeProblem(now, timeZone, range)
    if (!wrong || (wrong.field === 'timeStart' && !isClockTime(range.timeStart))) return
    context.addIssue({ code: 'custom', path: [wrong.field], message: wrong.message })
  }, runDespiteOtherErrors)
}

/**
 * Which of the time-dependent rules a range breaks, and in which field; undefined if none. `now` is
 * in ms since 1970.
 */
export function findRangeProblem(
  now: number,
  timeZone: string,
  { date, timeStart }: { date: string; timeStart: string },
): { field: 'date' | 'timeStart'; message: string } | undefined {
  const today = dateInZone(now, timeZone)
  if (date < today) return { field: 'date', message: slotMessages.datePassed }
  if (date > addDays(today, publishHorizonDays)) {
    return { field: 'date', message: slotMessages.dateTooFar }
  }
  if (date === today && timeStart <= clockInZone(now, timeZone)) {
    return { field: 'timeStart', message: slotMessages.startPassed }
  }
  return undefined
}
