import { Text } from '@mantine/core'
import { type ReactNode, useCallback, useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import type { ReviewerLoad } from '#contract/calendar/calendar.ts'
import { LongList } from '#web/kit/list/long-list.tsx'
import { DayNumber, Weekday } from '#web/kit/ui/dates/calendar-day-labels.tsx'
import { formatFullDate, formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'
import { formatAbsence, type GetAbsence } from '../absences.ts'
import { getPositionProps, useRovingFocus } from '../roving-focus.ts'
import type { CalendarViewState } from '../use-calendar-view.ts'
import { DayBookings } from './day-bookings.tsx'
import { formatLoad, LoadBar } from './load-bar.tsx'
import styles from './reviewer-loads.module.css'

type Props = {
  shown: CalendarViewState
  reviewers: ReviewerLoad[]
  /** The link for a reviewer's date; must be a stable function. Without it dates are plain text. */
  pathTo?: ((reviewer: string, date: string) => string) | undefined
  /** A reviewer's absence on a date; must be stable while the absences are. */
  awayOf: GetAbsence
}

/** The reviewers as rows, with each one's load on the visible dates. */
export function ReviewerLoads({ shown, reviewers, pathTo, awayOf }: Props) {
  const { date, today, now, timeZone, show, holidayOn } = shown
  const goTo = (next: string) => show({ date: next }, 'typed')
  const { grid, keys } = useRovingFocus<HTMLElement>({ date, goTo })
  const drawn = useDeferredRows({ dates: shown.dates, reviewers })
  const { dates } = drawn
  const draw = useCallback(
    (load: ReviewerLoad, row: number) => (
      <Row
        load={load}
        row={row}
        dates={dates}
        pathTo={pathTo}
        awayOf={awayOf}
        holidayOn={holidayOn}
      >
        {load.bookings && (
          <DayBookings
            reviewer={load}
            bookings={load.bookings}
            isAway={awayOf(load._id, date) !== undefined}
            row={row}
            date={date}
            today={today}
            now={now}
            timeZone={timeZone}
          />
        )}
      </Row>
    ),
    [dates, pathTo, awayOf, holidayOn, date, today, now, timeZone],
  )
  return (
    <section
      ref={grid}
      aria-label="Load by reviewer"
      aria-busy={drawn.reviewers !== reviewers || dates[0] !== shown.dates[0]}
      className={styles.rows}
      data-days={dates.length}
      {...keys}
    >
      <div className={styles.head} aria-hidden="true">
        <span>Reviewer</span>
        {dates.map((one) => (
          <span
            key={one}
            className={styles.day}
            aria-current={one === today ? 'date' : undefined}
            data-holiday={holidayOn(one) !== undefined || undefined}
            title={holidayOn(one)}
          >
            <Weekday name={formatShortDate(one).slice(0, 3)} />
            <DayNumber date={one} />
          </span>
        ))}
      </div>
      <LongList label="Reviewers" items={drawn.reviewers} getKey={getId} height={61} gap={0}>
        {draw}
      </LongList>
    </section>
  )
}

const getId = ({ _id }: ReviewerLoad) => _id

type Rows = { dates: string[]; reviewers: ReviewerLoad[] }

/**
 * Dates with their loads. Keeps the previous ones while new ones load, and renders new ones as a
 * transition.
 */
function useDeferredRows(now: Rows): Rows {
  const [drawn, setDrawn] = useState(now)
  if (drawn.reviewers !== now.reviewers) setDrawn(now)
  return useDeferredValue(drawn)
}

type RowProps = Pick<Props, 'pathTo' | 'awayOf'> & {
  holidayOn: CalendarViewState['holidayOn']
  load: ReviewerLoad
  row: number
  dates: string[]
  children: ReactNode
}

function Row({ load: { _id, name, days }, row, dates, children, ...props }: RowProps) {
  const { pathTo, awayOf, holidayOn } = props
  return (
    <div className={styles.row}>
      <Text fw={500} className={styles.name ?? ''}>
        {pathTo ? <Link to={paths.person('reviewer', _id)}>{name}</Link> : name}
      </Text>
      {dates.map((one, column) => {
        const load = days.find((day) => day.date === one)
        const absence = awayOf(_id, one)
        const away = absence && formatAbsence(absence)
        const words =
          [holidayOn(one), away, load && formatLoad(load)].filter(Boolean).join(', ') || 'no slots'
        const figures = (
          <>
            {load && <Figures {...load} />}
            {(away || !load) && <span className={styles.none}>{away ? 'away' : '–'}</span>}
          </>
        )
        return pathTo ? (
          <Link
            // Keyed by column, so that another week reuses the cells.
            key={column}
            to={pathTo(_id, one)}
            className={styles.cell}
            aria-label={`${name}, ${formatShortDate(one)}: ${words}`}
            title={`${formatFullDate(one)}: ${words}`}
            {...getPositionProps(one, row)}
          >
            {figures}
          </Link>
        ) : (
          <span key={one} className={styles.cell} title={`${formatFullDate(one)}: ${words}`}>
            {figures}
          </span>
        )
      })}
      {children}
    </div>
  )
}

function Figures({ slots, booked, free }: { slots: number; booked: number; free: number }) {
  return (
    <>
      <LoadBar booked={booked} slots={slots} />
      <span>
        {booked} of {slots}
      </span>
      {free > 0 && <span className={styles.free}>{free} free</span>}
    </>
  )
}
