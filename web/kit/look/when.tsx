import { dateInZone } from '#contract/kit/zone.ts'
import { useNow } from '../live/now.ts'
import { dayInWords, fullDate, timeFromNow, whenInWords, wholeInstant } from './dates.ts'

/**
 * An instant (ISO) as people say it: 'Tomorrow, 10:00 AM'; the whole on hover. With `distance` one of
 * today says how far away it is, too: 'Today, 3:30 PM (in 2 hours)'.
 */
export function When({
  at,
  timeZone,
  distance = false,
}: {
  at: string
  timeZone: string
  distance?: boolean
}) {
  const now = useNow()
  const instant = Date.parse(at)
  const away = distance ? timeFromNow(instant, now, timeZone) : null
  return (
    <time dateTime={at} title={wholeInstant(instant, timeZone)}>
      {whenInWords(instant, now, timeZone)}
      {away && ` (${away})`}
    </time>
  )
}

/** A date (YYYY-MM-DD) as people say it in a zone: 'Wed 25 Nov'; the whole on hover. */
export function Day({ date, timeZone }: { date: string; timeZone: string }) {
  const today = dateInZone(useNow(), timeZone)
  return (
    <time dateTime={date} title={fullDate(date)}>
      {dayInWords(date, today)}
    </time>
  )
}
