import { addDays } from '#contract/kit/zone.ts'
import { shortDate } from '#web/kit/look/dates.ts'

type Begins = { date: string; slot_time: string }

/** When a slot begins: 'Wed 25 Nov, 10:00 AM'. */
export function slotInWords({ date, slot_time }: Begins): string {
  return `${shortDate(date)}, ${slot_time}`
}

/** The same, as people say it of a day that is near: 'Tomorrow, 10:00 AM'. */
export function nearSlotInWords({ date, slot_time }: Begins, today: string): string {
  if (date === today) return `Today, ${slot_time}`
  if (date === addDays(today, 1)) return `Tomorrow, ${slot_time}`
  return slotInWords({ date, slot_time })
}
