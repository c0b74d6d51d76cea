import type { DayLoad } from '#contract/calendar/calendar.ts'
import { LinkList } from '#web/kit/list/link-list-card.tsx'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
import { useEarlierDays } from '../agenda/use-earlier-days.tsx'
import type { CalendarViewState } from '../use-calendar-view.ts'
import { formatLoad } from './load-bar.tsx'

type Props = {
  shown: CalendarViewState
  days: DayLoad[]
  /** The note on holidays and absences for a date; '' if there are none. */
  awayOn: (date: string) => string
}

/** The days as a list, each with its load and a link to the day. */
export function DayLoads({ shown, days, awayOn }: Props) {
  const { days: seen, button } = useEarlierDays(shown, days)
  const links = seen.map((load) => ({
    to: shown.at({ view: 'day', date: load.date }),
    title: load.date === shown.today ? 'Today' : formatListDate(load.date, shown.today),
    fact: [formatLoad(load), awayOn(load.date)].filter(Boolean).join(', '),
  }))
  return (
    <>
      {button}
      <LinkList label="Days" links={links} />
    </>
  )
}
