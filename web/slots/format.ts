import { bookingHorizonDaysDefault } from '#contract/limits/limits.ts'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatDay, formatShortDate, toMidSentence } from '#web/kit/ui/dates/dates.ts'

type Begins = { date: string; slot_time: string }

/** 'Wed 25 Nov, 10:00 AM'. */
export function formatSlot({ date, slot_time }: Begins): string {
  return `${formatShortDate(date)}, ${localizeTimes(slot_time)}`
}

/** The same in a sentence, with 'today' and 'tomorrow': 'tomorrow, 10:00 AM'. */
export function formatSlotRelative({ date, slot_time }: Begins, today: string): string {
  return `${toMidSentence(formatDay(date, today))}, ${localizeTimes(slot_time)}`
}

/** The number of bookable days: 'three days', '14 days'. */
export function formatBookableDayCount(days: number): string {
  return `${days === bookingHorizonDaysDefault ? 'three' : days} days`
}
