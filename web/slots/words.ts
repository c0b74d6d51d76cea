import { addDays } from '#contract/kit/zone.ts'

type Begins = { date: string; slot_time: string }

let writer: Intl.DateTimeFormat | undefined

/** A date (YYYY-MM-DD) as 'Wed 25 Nov'. */
export function dayInWords(date: string): string {
  // Made when it is first needed: a phone takes milliseconds for it.
  writer ??= new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return writer.format(Date.parse(`${date}T00:00:00Z`)).replaceAll(',', '')
}

/** When a slot begins: 'Wed 25 Nov, 10:00 AM'. */
export function slotInWords({ date, slot_time }: Begins): string {
  return `${dayInWords(date)}, ${slot_time}`
}

/** The same, as people say it of a day that is near: 'Tomorrow, 10:00 AM'. */
export function nearSlotInWords({ date, slot_time }: Begins, today: string): string {
  if (date === today) return `Today, ${slot_time}`
  if (date === addDays(today, 1)) return `Tomorrow, ${slot_time}`
  return slotInWords({ date, slot_time })
}
