import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import { DayNumber, Weekday } from '#web/kit/ui/dates/calendar-day-labels.tsx'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatMonthYear, formatWeekdayMonthDay } from '#web/kit/ui/dates/dates.ts'
import { weekdays } from '#web/kit/ui/dates/weekdays.ts'
import type { Load } from '../load/count-loads.ts'
import { formatLoad, LoadBar } from '../load/load-bar.tsx'
import { getPositionProps, useRovingFocus } from '../roving-focus.ts'
import { getSlotState } from '../slot-state.ts'
import type { CalendarViewState } from '../use-calendar-view.ts'
import styles from './month-grid.module.css'

/** The number of reviews named on a day. */
const named = 3

type Props = {
  shown: CalendarViewState
  /** The load of a date; undefined while it loads. */
  loadOn: (date: string) => Load | undefined
  /** The note on holidays and absences for a date; '' if there are none. */
  awayOn: (date: string) => string
  /** The slots with reviews, in order of time; empty if only loads are shown. */
  slots?: CalendarSlot[] | undefined
}

/** A month in which each day shows its load and its first reviews and links to the day view. */
export function MonthGrid({ shown, loadOn, awayOn, slots = [] }: Props) {
  const { dates, date, show } = shown
  const goTo = (next: string) => show({ date: next }, 'typed')
  const { grid, keys } = useRovingFocus<HTMLTableElement>({ date, isMonth: true, goTo })
  const reviews = slots.filter(({ review }) => review !== null)
  const byDate = Map.groupBy(reviews, (slot) => slot.date)
  const rows = Array.from({ length: dates.length / 7 }, (_, row) =>
    dates.slice(7 * row, 7 * row + 7),
  )
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through its days.
      role="grid"
      className={styles.month}
      aria-label={formatMonthYear(date)}
      aria-busy={loadOn(date) === undefined}
      {...keys}
    >
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              <Weekday name={name.slice(0, 3)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <Day
                key={one}
                date={one}
                load={loadOn(one)}
                away={awayOn(one)}
                slots={byDate.get(one) ?? []}
                shown={shown}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = {
  date: string
  shown: CalendarViewState
  load: Load | undefined
  away: string
  slots: CalendarSlot[]
}

function Day({ date, shown, load, away, slots }: DayProps): ReactNode {
  const { today, now } = shown
  const isOutside = date.slice(0, 7) !== shown.date.slice(0, 7)
  const words = [
    `${formatWeekdayMonthDay(date)}${date === today ? ', today' : ''}`,
    ...(away ? [away] : []),
    ...(load && !(away && load.slots === 0) ? [formatLoad(load)] : []),
  ]
  return (
    <td>
      <Link
        to={shown.at({ view: 'day', date })}
        className={styles.day}
        aria-label={words.join(': ')}
        aria-current={date === today ? 'date' : undefined}
        data-outside={isOutside}
        data-holiday={shown.holidayOn(date) !== undefined || undefined}
        {...getPositionProps(date)}
      >
        <DayNumber date={date} />
        {away && (
          <span className={styles.away} title={away}>
            {away}
          </span>
        )}
        {slots.slice(0, named).map((slot) => {
          const name = slot.review?.student.name
          return (
            <span
              key={slot._id}
              className={styles.review}
              data-state={getSlotState(slot, now)}
              title={`${localizeTimes(slot.slot_time)} ${name}`}
            >
              <span className={styles.clock}>{localizeTimes(slot.slot_time)} </span>
              {name}
            </span>
          )
        })}
        {slots.length > named && <span className={styles.more}>{slots.length - named} more</span>}
        {load && load.slots > 0 && (
          <span className={styles.load}>
            {load.own === undefined && <LoadBar {...load} />}
            {formatLoad(load)}
          </span>
        )}
      </Link>
    </td>
  )
}
