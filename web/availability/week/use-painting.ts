import { type PointerEvent, useRef, useState } from 'react'
import type { AvailabilityBlock } from '#contract/availability.ts'
import { getKey } from '../blocks.ts'
import { type Gesture, grain, type Point } from './gesture.ts'

/** So many pixels a pointer moves before it is more than a press. */
const slack = 5

type Week = {
  blocks: readonly AvailabilityBlock[]
  /** The weekdays shown, and the minutes between which they are. */
  days: readonly number[]
  hours: { start: number; end: number }
  /** The key of the block that is picked. */
  picked: string | undefined
  pick: (block: AvailabilityBlock | undefined) => void
  /** Called with where the pointer went down, when it does nothing more there. */
  press: (at: Point, block: AvailabilityBlock | undefined) => void
  finish: (gesture: Gesture) => void
}

type Held = {
  x: number
  y: number
  at: Point
  block: AvailabilityBlock | undefined
  gesture?: Gesture
}

/**
 * Painting with a pointer: what is being drawn, and the properties of the area on which it is drawn.
 * A finger that moves over free times scrolls the page: it paints by a press, and by the ends of the
 * block that it has picked.
 */
export function usePainting({ blocks, days, hours, picked, pick, press, finish }: Week) {
  const held = useRef<Held>(undefined)
  const [gesture, setGesture] = useState<Gesture>()

  function fieldAt({ currentTarget, clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const rows = (hours.end - hours.start) / grain
    const cell = (part: number, count: number) =>
      Math.max(0, Math.min(count - 1, Math.floor(part * count)))
    return {
      weekday: days[cell((clientX - left) / width, days.length)] ?? 1,
      minute: hours.start + grain * cell((clientY - top) / height, rows),
    }
  }

  function begin(event: PointerEvent): void {
    if (event.button !== 0) return
    const at = fieldAt(event)
    const target = event.target instanceof Element ? event.target : null
    const key = target?.closest<HTMLElement>('[data-block]')?.dataset.block
    const edge = target?.closest<HTMLElement>('[data-edge]')?.dataset.edge
    const block = blocks.find((one) => getKey(one) === key)
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
    else if (current.block && getKey(current.block) !== picked) pick(current.block)
    else press(fieldAt(event), current.block)
  }

  function drop(): void {
    held.current = undefined
    setGesture(undefined)
  }

  return {
    gesture,
    /** Whether there was something to drop. */
    drop: () => {
      const isHeld = gesture !== undefined
      drop()
      return isHeld
    },
    area: { onPointerDown: begin, onPointerMove: go, onPointerUp: end, onPointerCancel: drop },
  }
}

function hasMoved({ x, y, gesture }: Held, { clientX, clientY }: PointerEvent): boolean {
  const isUnderWay = gesture !== undefined && gesture.from !== gesture.to
  return isUnderWay || Math.hypot(clientX - x, clientY - y) > slack
}
