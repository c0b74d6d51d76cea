import { findHoliday, type HolidayCalendar } from '../kit/time/holidays.ts'
import { addDays, getClockTimeInZone, getDateInZone } from '../kit/time/zone.ts'
import { publishHorizonDays } from '../limits/slots.ts'
import { isClockTime, runDespiteOtherErrors, SlotRange, slotMessages } from './slots.ts'

/**
 * A range to split into slots, with the rules that depend on the current time (`now` in ms since
 * 1970) or on the school's holidays.
 */
export function makeSlotRangeSchema(now: number, school: HolidayCalendar) {
  return SlotRange.superRefine((range, context) => {
    const wrong = range.date && findRangeProblem(now, school, range)
    if (!wrong || (wrong.field === 'timeStart' && !isClockTime(range.timeStart))) return
    context.addIssue({ code: 'custom', path: [wrong.field], message: wrong.message })
  }, runDespiteOtherErrors)
}

/**
 * Which of these rules a range breaks, and in which field; undefined if none. `now` is
 * in ms since 1970.
 */
export function findRangeProblem(
  now: number,
  { timeZone, holidays }: HolidayCalendar,
  { date, timeStart }: { date: string; timeStart: string },
): { field: 'date' | 'timeStart'; message: string } | undefined {
  const today = getDateInZone(now, timeZone)
  if (date < today) return { field: 'date', message: slotMessages.datePassed }
  if (date > addDays(today, publishHorizonDays)) {
    return { field: 'date', message: slotMessages.dateTooFar }
  }
  const holiday = findHoliday(date, holidays)
  if (holiday) return { field: 'date', message: `This is a school holiday: ${holiday.name}` }
  if (date === today && timeStart <= getClockTimeInZone(now, timeZone)) {
    return { field: 'timeStart', message: slotMessages.startPassed }
  }
  return undefined
}
