import { slotTimeInZone } from '#contract/kit/zone.ts'

/** An instant (ms since 1970) as a mail tells it, wherever it is read: 'Mon 5 Jan, 9:30 AM (Asia/Tokyo)'. */
export function instantInMail(instant: number, timeZone: string): string {
  const short = { weekday: 'short', day: 'numeric', month: 'short', timeZone } as const
  const parts = new Intl.DateTimeFormat('en-US', short).formatToParts(instant)
  const [weekday, day, month] = (['weekday', 'day', 'month'] as const).map(
    (type) => parts.find((part) => part.type === type)?.value,
  )
  const zone = timeZone.replaceAll('_', ' ')
  return `${weekday} ${day} ${month}, ${slotTimeInZone(instant, timeZone)} (${zone})`
}
