import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { AvailabilityBlock } from '#contract/availability/availability.ts'
import { BusyTimeShade } from '#web/kit/ui/busy-time-shade.tsx'
import { EditIcon } from '#web/kit/ui/icons/edit-and-sort-icons.tsx'
import { getBlockKey, makeBlock, toSpan, type WeekSpan } from '../blocks.ts'
import { formatBlockTimes } from '../format.ts'
import { type Gesture, getGestureSpans, getLanes, rowMinutes, type WeekCell } from './gesture.ts'
import styles from './week-grid.module.css'

/** A range of a day, in minutes since midnight. */
export type MinuteRange = { start: number; end: number }

type Props = {
  /** The visible weekdays and hours. */
  days: readonly number[]
  hours: MinuteRange
  blocks: readonly AvailabilityBlock[]
  busy: readonly WeekSpan[]
  /** The key of the selected block. */
  picked: string | undefined
  pick: (key: string) => void
  /** Called with the cell of a press that did not become a drag. */
  press: (at: WeekCell, block: AvailabilityBlock | undefined) => void
  finish: (gesture: Gesture) => void
  /** The gesture in progress by keyboard. */
  ghost: Gesture | undefined
}

/**
 * The visible blocks of the week, painted by pointer; hidden from screen readers, which use the
 * grid.
 */
export function PointerGrid({ ghost, busy, ...week }: Props) {
  const { days, hours, blocks, picked } = week
  const { gesture, area } = usePainting(week)
  const shown = gesture ?? ghost
  const dragged = gesture && 'block' in gesture ? gesture.block : undefined
  const on = (span: WeekSpan, lane = 0, lanes = 1) => {
    const column = days.indexOf(span.weekday)
    const minutes = hours.end - hours.start
    return {
      insetInlineStart: `${((column + lane / lanes) / days.length) * 100}%`,
      width: `${100 / days.length / lanes}%`,
      insetBlockStart: `${((span.start - hours.start) / minutes) * 100}%`,
      height: `${((span.end - span.start) / minutes) * 100}%`,
    }
  }
  return (
    <div className={styles.layer} aria-hidden="true" data-testid="week" {...area}>
      {getLanes(blocks).map(({ block, lane, lanes }) => {
        if (!days.includes(block.weekday)) return null
        const key = getBlockKey(block)
        return (
          <div
            key={key}
            data-block={key}
            data-picked={key === picked || undefined}
            data-dragged={block === dragged || undefined}
            className={styles.block}
            title={`${formatBlockTimes(block)}, ${block.reviewTime} min`}
            style={on(toSpan(block), lane, lanes)}
          >
            <div className={styles.words}>
              <span>{formatBlockTimes(block)}</span>
              <span>{block.reviewTime} min</span>
            </div>
            <span className={styles.edit}>
              <EditIcon size={16} />
            </span>
            <span data-edge="start" className={styles.edge} />
            <span data-edge="end" className={styles.edge} />
          </div>
        )
      })}
      {/* Above the blocks, which would hide it where it matters. */}
      {busy
        .filter(
          ({ weekday, start, end }) =>
            days.includes(weekday) && start < hours.end && end > hours.start,
        )
        .map((span) => {
          const [start, end] = [Math.max(span.start, hours.start), Math.min(span.end, hours.end)]
          return <BusyTimeShade key={`${span.weekday} ${start}`} at={on({ ...span, start, end })} />
        })}
      {shown &&
        getGestureSpans(shown).map((span) => (
          <div key={span.weekday} className={styles.ghost} style={on(span)}>
            {formatBlockTimes(makeBlock(span, ghostKind))}
          </div>
        ))}
    </div>
  )
}

/** The preview of a gesture shows only its times. */
const ghostKind = { reviewTime: 1, everyWeeks: 1, since: '', until: null }

/** The distance in pixels from which a press becomes a drag. */
const slack = 5

type Held = {
  x: number
  y: number
  at: WeekCell
  block: AvailabilityBlock | undefined
  gesture?: Gesture
}

/**
 * Painting by pointer: the gesture in progress and the props of the area. A finger on free time
 * scrolls the page; it paints by pressing and by dragging the ends of the selected block. Escape
 * cancels the gesture.
 */
function usePainting({
  blocks,
  days,
  hours,
  picked,
  pick,
  press,
  finish,
}: Omit<Props, 'ghost' | 'busy'>) {
  const held = useRef<Held>(undefined)
  const [gesture, setGesture] = useState<Gesture>()

  useEffect(() => {
    if (!gesture) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') drop()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  function fieldAt({ currentTarget, clientX, clientY }: PointerEvent): WeekCell {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const rows = (hours.end - hours.start) / rowMinutes
    const cell = (part: number, count: number) =>
      Math.max(0, Math.min(count - 1, Math.floor(part * count)))
    return {
      weekday: days[cell((clientX - left) / width, days.length)] ?? 1,
      minute: hours.start + rowMinutes * cell((clientY - top) / height, rows),
    }
  }

  function begin(event: PointerEvent): void {
    if (event.button !== 0) return
    const at = fieldAt(event)
    const target = event.target instanceof Element ? event.target : null
    const key = target?.closest<HTMLElement>('[data-block]')?.dataset.block
    const edge = target?.closest<HTMLElement>('[data-edge]')?.dataset.edge
    const block = blocks.find((one) => getBlockKey(one) === key)
    held.current = { x: event.clientX, y: event.clientY, at, block }
    const scrolls = event.pointerType === 'touch' && (!block || key !== picked)
    if (scrolls) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const does = edge === 'start' || edge === 'end' ? edge : 'move'
    held.current.gesture = block
      ? { does, block, from: at, to: at }
      : { does: 'paint', from: at, to: at }
  }

  function go(event: PointerEvent): void {
    const { current } = held
    if (!current || !hasMoved(current, event)) return
    if (!current.gesture) {
      held.current = undefined
      return
    }
    current.gesture = { ...current.gesture, to: fieldAt(event) }
    setGesture(current.gesture)
  }

  function end(event: PointerEvent): void {
    const { current } = held
    drop()
    if (!current) return
    if (gesture && current.gesture) finish(current.gesture)
    else if (current.block && getBlockKey(current.block) !== picked)
      pick(getBlockKey(current.block))
    else press(fieldAt(event), current.block)
  }

  function drop(): void {
    held.current = undefined
    setGesture(undefined)
  }

  return {
    gesture,
    area: { onPointerDown: begin, onPointerMove: go, onPointerUp: end, onPointerCancel: drop },
  }
}

function hasMoved({ x, y, gesture }: Held, { clientX, clientY }: PointerEvent): boolean {
  const isUnderWay = gesture !== undefined && gesture.from !== gesture.to
  return isUnderWay || Math.hypot(clientX - x, clientY - y) > slack
}
