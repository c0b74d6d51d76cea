import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, memo, useState } from 'react'
import { Link } from 'react-router'
import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import type { CalendarRole } from '#contract/kit/linked-page-paths.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { DayNumber, Weekday } from '#web/kit/ui/dates/calendar-day-labels.tsx'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatShortDate, formatWeekdayMonthDay } from '#web/kit/ui/dates/dates.ts'
import { formatHour } from '#web/kit/ui/dates/hours-and-durations.ts'
import { MovingBar } from '../moving/moving-bar.tsx'
import { formatTargetReviewers, formatTargetTime, type MoveTarget } from '../moving/targets.ts'
import { useMoveFocus } from '../moving/use-move-focus.ts'
import type { Moving } from '../moving/use-moving.ts'
import { getPositionProps, useRovingFocus } from '../roving-focus.ts'
import type { CalendarViewState } from '../use-calendar-view.ts'
import { formatViewTitle } from '../view-dates.ts'
import { DayBusyTimes, type GetBusyRanges } from './busy-times.tsx'
import { DayBlocks } from './day-blocks.tsx'
import { getDurationMinutes, getHours, getMinuteOfDay, type Hours } from './hours.ts'
import styles from './week-grid.module.css'

type Props = {
  viewer: CalendarRole
  shown: CalendarViewState
  /** Undefined while they load; the day columns are rendered at once. */
  slots: CalendarSlot[] | undefined
  /** The note below a day's date. */
  noteOn: (date: string) => string
  busyOn: GetBusyRanges
  /** Set if the viewer may move reviews. */
  moving?: Moving | undefined
}

/** A week as a time grid: days as columns, slots as blocks. */
export function WeekGrid({ viewer, shown, slots, noteOn, busyOn, moving }: Props) {
  const { dates, date, today, now, timeZone, show } = shown
  const goTo = (next: string) => show({ date: next }, 'typed')
  const targets = moving?.targets ?? []
  // During a move the keys visit only days with free times, never past ones.
  const among = moving?.slot && targets.map((target) => target.date)
  const { grid, focusOn, keys } = useRovingFocus<HTMLElement>({ date, among, goTo })
  const { moveTo, turn, cancel } = useMoveFocus({ moving, slots, shown, focusOn })
  const hours = getHours([...(slots ?? []), ...targets], timeZone)
  const byDate = Map.groupBy(slots ?? [], (slot) => slot.date)
  const targetsByDate = Map.groupBy(targets, (target) => target.date)
  function press(event: KeyboardEvent<HTMLElement>) {
    const isPage = event.key === 'PageUp' || event.key === 'PageDown'
    if (event.key === 'Escape') cancel()
    else if (isPage && moving?.slot) {
      event.preventDefault()
      turn(event.key === 'PageDown' ? 1 : -1)
    } else keys.onKeyDown(event)
  }
  return (
    <section
      ref={grid}
      aria-label={`Week of ${formatViewTitle('week', date)}`}
      aria-busy={slots === undefined}
      className={styles.week}
      style={{ '--height': `${hours.height}px`, '--hours': hours.to - hours.from } as CSSProperties}
      {...keys}
      onKeyDown={press}
    >
      <Scale hours={hours} />
      {dates.map((one) => (
        <section
          key={one}
          className={styles.day}
          aria-label={formatWeekdayMonthDay(one)}
          data-holiday={shown.holidayOn(one) !== undefined || undefined}
        >
          <h3 className={styles.head}>
            <Link
              to={shown.at({ view: 'day', date: one })}
              aria-current={one === today ? 'date' : undefined}
              {...(among ? { tabIndex: -1 } : getPositionProps(one))}
            >
              <DayName date={one} isToday={one === today} />
            </Link>
            <span className={styles.note} title={noteOn(one)}>
              {noteOn(one)}
            </span>
          </h3>
          <div className={styles.times}>
            {one === today && (
              <NowLine at={getMinuteOfDay(toIsoInstant(now), timeZone)} hours={hours} />
            )}
            <DayBusyTimes ranges={busyOn(one)} hours={hours} />
            <DayBlocks
              slots={byDate.get(one) ?? []}
              hours={hours}
              viewer={viewer}
              now={now}
              timeZone={timeZone}
              moving={moving}
              dayPath={shown.at({ view: 'day', date: one })}
            />
            <DayTargets
              targets={targetsByDate.get(one) ?? []}
              hours={hours}
              timeZone={timeZone}
              moveTo={moveTo}
            />
          </div>
        </section>
      ))}
      {moving && <MovingBar moving={moving} cancel={cancel} />}
    </section>
  )
}

/** 'Mon 23'; screen readers also hear the month. */
function DayName({ date, isToday }: { date: string; isToday: boolean }) {
  const [weekday = '', , month] = formatShortDate(date).split(' ')
  return (
    <>
      <Weekday name={weekday} /> <DayNumber date={date} />
      <VisuallyHidden>
        {month}
        {isToday && ', today'}
      </VisuallyHidden>
    </>
  )
}

const Scale = memo(function Scale({ hours: { from, to } }: { hours: Hours }) {
  const hours = Array.from({ length: to - from }, (_, place) => from + place)
  return (
    <div className={styles.scale} aria-hidden="true">
      {hours.map((hour) => (
        <span key={hour}>{formatHour(hour)}</span>
      ))}
    </div>
  )
})

/** The current time in today's column. */
function NowLine({ at, hours: { from, to } }: { at: number; hours: Hours }) {
  if (at < from * 60 || at > to * 60) return null
  const top = `calc(var(--hour) * ${(at - from * 60) / 60})`
  return <div className={styles.now} style={{ insetBlockStart: top }} aria-hidden="true" />
}

type DayTargetsProps = { hours: Hours; timeZone: string; moveTo: (target: MoveTarget) => void }

/** The free times of a day: drop a review on one, or press it. */
function DayTargets({ targets, ...props }: DayTargetsProps & { targets: MoveTarget[] }) {
  return (
    <ul className={styles.targets}>
      {targets.map((target) => (
        <TargetItem key={target.startsAt} target={target} {...props} />
      ))}
    </ul>
  )
}

function TargetItem({ target, hours, timeZone, moveTo }: DayTargetsProps & { target: MoveTarget }) {
  const [isOver, setOver] = useState(false)
  const { date, startsAt, slots, slot_time } = target
  const begins = getMinuteOfDay(startsAt, timeZone)
  return (
    <li
      style={{
        insetBlockStart: `calc(var(--hour) * ${begins / 60 - hours.from})`,
        blockSize: `calc(var(--hour) * ${getDurationMinutes(target) / 60})`,
      }}
    >
      <button
        type="button"
        className={styles.target}
        aria-label={`Move to ${formatTargetTime(target)}, ${formatTargetReviewers(target)}`}
        title={`${formatTargetTime(target)}: ${slots.map(({ reviewer }) => reviewer.name).join(', ')}`}
        data-over={isOver || undefined}
        onClick={() => moveTo(target)}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDragOver={(event) => {
          event.preventDefault()
          event.dataTransfer.dropEffect = 'move'
        }}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          moveTo(target)
        }}
        {...getPositionProps(date, begins)}
      >
        <b>{localizeTimes(slot_time)}</b>
        <span>{formatTargetReviewers(target)}</span>
      </button>
    </li>
  )
}
