import { dateInZone } from '#contract/kit/time/zone.ts'
import { useNow } from '../../live/now.ts'
import {
  formatDay,
  formatDayAndTime,
  formatFullDate,
  formatFullInstant,
  formatRelativeTimeToday,
  toMidSentence,
} from './dates.ts'

/**
 * An instant (ISO) as people say it: 'Tomorrow, 10:00 AM'; the whole on hover. With `distance` one of
 * today says how far away it is, too: 'Today, 3:30 PM (in 2 hours)'. With `goesOn` it stands within
 * a sentence: 'today, 3:30 PM'.
 */
export function InstantText({
  at,
  timeZone,
  distance = false,
  goesOn = false,
}: {
  at: string
  timeZone: string
  distance?: boolean
  goesOn?: boolean
}) {
  const now = useNow()
  const instant = Date.parse(at)
  const said = formatDayAndTime(instant, now, timeZone)
  const away = distance ? formatRelativeTimeToday(instant, now, timeZone) : null
  return (
    <time dateTime={at} title={formatFullInstant(instant, timeZone)}>
      {goesOn ? toMidSentence(said) : said}
      {away && ` (${away})`}
    </time>
  )
}

type DayProps = { date: string; timeZone: string; goesOn?: boolean }

/** A date (YYYY-MM-DD) as people say it in a zone: 'Wed 25 Nov'; the whole on hover. */
export function DateText({ date, timeZone, goesOn = false }: DayProps) {
  const said = formatDay(date, dateInZone(useNow(), timeZone))
  return (
    <time dateTime={date} title={formatFullDate(date)}>
      {goesOn ? toMidSentence(said) : said}
    </time>
  )
}
