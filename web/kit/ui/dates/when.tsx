import { dateInZone } from '#contract/kit/time/zone.ts'
import { useNow } from '../../live/now.ts'
import {
  formatDay,
  formatWhen,
  fullDate,
  inMidSentence,
  timeFromNow,
  wholeInstant,
} from './dates.ts'

/**
 * An instant (ISO) as people say it: 'Tomorrow, 10:00 AM'; the whole on hover. With `distance` one of
 * today says how far away it is, too: 'Today, 3:30 PM (in 2 hours)'. With `goesOn` it stands within
 * a sentence: 'today, 3:30 PM'.
 */
export function When({
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
  const said = formatWhen(instant, now, timeZone)
  const away = distance ? timeFromNow(instant, now, timeZone) : null
  return (
    <time dateTime={at} title={wholeInstant(instant, timeZone)}>
      {goesOn ? inMidSentence(said) : said}
      {away && ` (${away})`}
    </time>
  )
}

type DayProps = { date: string; timeZone: string; goesOn?: boolean }

/** A date (YYYY-MM-DD) as people say it in a zone: 'Wed 25 Nov'; the whole on hover. */
export function Day({ date, timeZone, goesOn = false }: DayProps) {
  const said = formatDay(date, dateInZone(useNow(), timeZone))
  return (
    <time dateTime={date} title={fullDate(date)}>
      {goesOn ? inMidSentence(said) : said}
    </time>
  )
}
