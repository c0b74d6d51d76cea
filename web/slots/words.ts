import { bookingHorizonDays } from '#contract/limits.ts'
import { dayInWords, inMidSentence, shortDate } from '#web/kit/look/dates.ts'

type Begins = { date: string; slot_time: string }

/** When a slot begins: 'Wed 25 Nov, 10:00 AM'. */
export function slotInWords({ date, slot_time }: Begins): string {
  return `${shortDate(date)}, ${slot_time}`
}

/** The same, as people say it of a day that is near, within a sentence: 'tomorrow, 10:00 AM'. */
export function nearSlotInWords({ date, slot_time }: Begins, today: string): string {
  return `${inMidSentence(dayInWords(date, today))}, ${slot_time}`
}

/** On so many days slots can be booked: 'three days', '14 days'. */
export function daysInWords(days: number): string {
  return `${days === bookingHorizonDays ? 'three' : days} days`
}
