import { ActionIcon, Card, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import type { CalendarRole } from '#contract/kit/linked-page-paths.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { LongList } from '#web/kit/list/long-list.tsx'
import { formatTimeAt, localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatDay, formatFullDate } from '#web/kit/ui/dates/dates.ts'
import { MoveIcon } from '#web/kit/ui/icons/edit-and-sort-icons.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { canMove } from '../moving/targets.ts'
import type { Moving } from '../moving/use-moving.ts'
import { formatSlotState, getReviewPath, getSlotState, type SlotState } from '../slot-state.ts'
import type { CalendarViewState } from '../use-calendar-view.ts'
import { formatBusyRanges, type GetBusyRanges } from '../week/busy-times.tsx'
import styles from './agenda.module.css'
import { type AgendaLine, toAgendaLines } from './merge-free-slots.ts'
import { useCollapsedDays } from './use-collapsed-days.tsx'

type Props = {
  viewer: CalendarRole
  shown: CalendarViewState
  slots: CalendarSlot[]
  /** The note below a day's date. */
  noteOn: (date: string) => ReactNode
  busyOn: GetBusyRanges
  /** Set if the viewer may move reviews. */
  moving?: Moving | undefined
}

/** The calendar as a list by day. A month lists only the days that have slots. */
export function Agenda({ viewer, shown, slots, noteOn, busyOn, moving }: Props) {
  const byDate = Map.groupBy(slots, ({ date }) => date)
  const all = shown.dates
    .filter((date) => shown.view !== 'month' || byDate.has(date))
    .map((date) => ({ date, slots: byDate.get(date) ?? [] }))
  const { days, button } = useCollapsedDays(shown, all)
  return (
    <div className={styles.days}>
      {button}
      <LongList label="Days" items={days} getKey={({ date }) => date} height={160} gap={16}>
        {({ date, slots }) => (
          <Card component="section" withBorder aria-labelledby={`day-${date}`}>
            <Title order={3} id={`day-${date}`} title={formatFullDate(date)}>
              {formatDay(date, shown.today)}
            </Title>
            <Text c="dimmed">{noteOn(date)}</Text>
            <Text c="dimmed">{capital(formatBusyRanges(busyOn(date)))}</Text>
            <ul className={styles.lines}>
              {toAgendaLines(slots, shown.now).map((line) => (
                <Line
                  key={'slot' in line ? line.slot._id : line.startsAt}
                  line={line}
                  viewer={viewer}
                  shown={shown}
                  moving={moving}
                />
              ))}
            </ul>
          </Card>
        )}
      </LongList>
    </div>
  )
}

const signs: Record<
  SlotState,
  { sign: 'empty' | 'half' | 'full'; colour?: 'green' | 'red' | 'orange' }
> = {
  free: { sign: 'empty' },
  closed: { sign: 'empty' },
  booked: { sign: 'half' },
  conducted: { sign: 'full', colour: 'green' },
  'not-come': { sign: 'full', colour: 'red' },
  past: { sign: 'empty' },
  unmarked: { sign: 'half', colour: 'orange' },
}

type LineProps = Pick<Props, 'viewer' | 'shown' | 'moving'> & { line: AgendaLine }

function Line({ line, viewer, shown: { now, timeZone }, moving }: LineProps) {
  if ('count' in line) {
    const timeOf = (instant: string) => formatTimeAt(Date.parse(instant), timeZone)
    return (
      <li className={styles.line}>
        <span className={styles.time}>{timeOf(line.startsAt)}</span>
        <span className={styles.what}>
          {formatCount(line.count, 'slot', 'slots')} until {timeOf(line.endsAt)}
        </span>
        <StatePill {...signs[line.state]}>
          {line.state === 'past' ? 'not booked' : (line.whyNot ?? 'free')}
        </StatePill>
      </li>
    )
  }
  const { slot } = line
  const { review, reviewer } = slot
  const time = localizeTimes(slot.slot_time)
  const path = getReviewPath(viewer, slot)
  const name = review?.student.name
  return (
    <li className={styles.line}>
      <span className={styles.time}>{time}</span>
      <span className={styles.what}>
        {path ? <Link to={path}>{name}</Link> : name}
        <span className={styles.more}>
          Week {formatWeekNumber(review?.week ?? 0)}
          {viewer !== 'reviewer' && `, with ${reviewer.name}`}
        </span>
      </span>
      <StatePill {...signs[getSlotState(slot, now)]}>{formatSlotState(slot, now)}</StatePill>
      {moving && canMove(slot, now) && (
        <ActionIcon
          className={styles.move ?? ''}
          aria-label={`Move ${name}, ${time}`}
          title="Move"
          onClick={() => moving.begin(slot)}
        >
          <MoveIcon />
        </ActionIcon>
      )}
    </li>
  )
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
