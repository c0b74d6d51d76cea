import { getDateInZone } from '#contract/kit/time/zone.ts'
import { useNow } from '../../live/now.ts'
import {
  formatDay,
  formatDayAndTime,
  formatFullDate,
  formatFullInstant,
  formatRelativeTimeIfToday,
  toMidSentence,
} from './dates.ts'

/**
 * An instant (ISO) as people say it: 'Tomorrow, 10:00 AM', with the full date as a tooltip. With
 * `distance` an instant today adds how far away it is: 'Today, 3:30 PM (in 2 hours)'.
 * `isMidSentence` is for use within a sentence: 'today, 3:30 PM'.
 */
export function InstantText({
  at,
  timeZone,
  distance = false,
  isMidSentence = false,
}: {
  at: string
  timeZone: string
  distance?: boolean
  isMidSentence?: boolean
}) {
  const now = useNow()
  const instant = Date.parse(at)
  const said = formatDayAndTime(instant, now, timeZone)
  const away = distance ? formatRelativeTimeIfToday(instant, now, timeZone) : null
  return (
    <time dateTime={at} title={formatFullInstant(instant, timeZone)}>
      {isMidSentence ? toMidSentence(said) : said}
      {away && ` (${away})`}
    </time>
  )
}

type DayProps = { date: string; timeZone: string; isMidSentence?: boolean }

/** A date (YYYY-MM-DD) as said in a zone: 'Wed 25 Nov', with the full date as a tooltip. */
export function DateText({ date, timeZone, isMidSentence = false }: DayProps) {
  const said = formatDay(date, getDateInZone(useNow(), timeZone))
  return (
    <time dateTime={date} title={formatFullDate(date)}>
      {isMidSentence ? toMidSentence(said) : said}
    </time>
  )
}
