import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import type { AvailabilityBlock } from '#contract/availability/availability.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { toClockTime } from '#contract/kit/time/iso.ts'
import { Weekday } from '#web/kit/ui/dates/calendar-day-labels.tsx'
import { formatClock } from '#web/kit/ui/dates/clock.ts'
import { formatHour } from '#web/kit/ui/dates/hours-and-durations.ts'
import type { WeekSpan } from '../blocks.ts'
import { formatBlockSettings, formatBlockTimes, getDayName, getShortDayName } from '../format.ts'
import {
  findBlockAt,
  type Gesture,
  isArrowKey,
  makeShiftArrowGesture,
  moveByArrow,
  rowMinutes,
  type WeekCell,
} from './gesture.ts'
import type { MinuteRange } from './pointer-grid.tsx'
import styles from './week-grid.module.css'

type Props = {
  days: readonly number[]
  hours: MinuteRange
  blocks: readonly AvailabilityBlock[]
  busy: readonly WeekSpan[]
  today: string
  helpId: string
  /** The cell in the tab order. */
  cursor: WeekCell
  go: (to: WeekCell) => void
  /** The cell at which painting by keyboard started. */
  begun: WeekCell | undefined
  begin: (at: WeekCell | undefined) => void
  finish: (gesture: Gesture) => void
  remove: (block: AvailabilityBlock) => void
  edit: (block: AvailabilityBlock) => void
  say: (text: string) => void
}

/** The cells of the week as an ARIA grid, for keyboards and screen readers. */
export function KeyboardGrid(props: Props) {
  const { days, hours, blocks, busy, today, helpId, begun, begin, finish, remove, edit, say } =
    props
  const grid = useRef<HTMLTableElement>(null)
  const rows = Array.from(
    { length: (hours.end - hours.start) / rowMinutes },
    (_, row) => hours.start + row * rowMinutes,
  )
  // Keeps the cell in the tab order among the visible days.
  const isShown = days.includes(props.cursor.weekday)
  const cursor = isShown ? props.cursor : { ...props.cursor, weekday: days[0] ?? 1 }

  function focus({ weekday, minute }: WeekCell): void {
    grid.current?.querySelector<HTMLElement>(`[data-at="${weekday} ${minute}"]`)?.focus()
  }

  function change(gesture: Gesture): void {
    finish(gesture)
    focus(gesture.to)
  }

  function beginOrEnd(at: WeekCell): void {
    if (begun) {
      begin(undefined)
      finish({ does: 'paint', from: begun, to: at })
    } else {
      begin(at)
      say(`From ${timeAt(at.minute)}. Move to the end and press Space again, or Escape to cancel.`)
    }
  }

  function press(event: KeyboardEvent, at: WeekCell): void {
    const { key, shiftKey } = event
    const block = findBlockAt(blocks, at)
    if (isArrowKey(key)) {
      event.preventDefault()
      if (!shiftKey || begun) focus(moveByArrow(at, key))
      else if (block) change(makeShiftArrowGesture(block, at, key))
    } else if (key === 'Escape' && begun) {
      event.stopPropagation()
      begin(undefined)
      say('')
    } else if (key === ' ' || key === 'Enter') {
      event.preventDefault()
      if (block && !begun) edit(block)
      else beginOrEnd(at)
    } else if ((key === 'Delete' || key === 'Backspace') && block) {
      event.preventDefault()
      remove(block)
    } else if (key === 'Home' || key === 'End') {
      event.preventDefault()
      focus({ ...at, weekday: days.at(key === 'Home' ? 0 : -1) ?? at.weekday })
    }
  }

  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows role grid on a table whose cells can be focused.
      role="grid"
      aria-label="The week"
      aria-describedby={helpId}
      className={styles.fields}
    >
      <thead>
        <tr>
          <th scope="col" className={styles.time}>
            <VisuallyHidden>Time</VisuallyHidden>
          </th>
          {days.map((weekday) => (
            <th key={weekday} scope="col" className={styles.day} aria-label={getDayName(weekday)}>
              <Weekday name={getShortDayName(weekday)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((minute) => (
          <tr key={minute}>
            <th scope="row" className={styles.time}>
              {minute % 60 === 0 ? (
                <div>{formatHour(minute / 60)}</div>
              ) : (
                <VisuallyHidden>{timeAt(minute)}</VisuallyHidden>
              )}
            </th>
            {days.map((weekday) => {
              const at = { weekday, minute }
              const isCursor = cursor.weekday === weekday && cursor.minute === minute
              return (
                <td
                  key={weekday}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid, see the table.
                  role="gridcell"
                  tabIndex={isCursor ? 0 : -1}
                  data-at={`${weekday} ${minute}`}
                  className={styles.field}
                  aria-label={`${formatCell(findBlockAt(blocks, at), at, today)}${isBusy(busy, at) ? ', busy in your calendar' : ''}`}
                  onFocus={() => props.go(at)}
                  onKeyDown={(event) => press(event, at)}
                />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** 'Monday 9:00 AM, free', or the block that the cell belongs to. */
function formatCell(
  block: AvailabilityBlock | undefined,
  { weekday, minute }: WeekCell,
  today: string,
): string {
  const field = `${getDayName(weekday)} ${timeAt(minute)}`
  if (!block) return `${field}, free`
  return `${field}, in ${formatBlockTimes(block)}. ${formatBlockSettings(block, today)}`
}

/** Whether any part of a cell is in a busy time. */
function isBusy(busy: readonly WeekSpan[], { weekday, minute }: WeekCell): boolean {
  return busy.some(
    (span) => span.weekday === weekday && span.start < minute + rowMinutes && span.end > minute,
  )
}

function timeAt(minute: number): string {
  return formatClock(toClockTime(minute * minuteMs))
}
