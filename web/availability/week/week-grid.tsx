import { Button, Group } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import type { AvailabilityBlock } from '#contract/availability/availability.ts'
import { minutesPerDay } from '#contract/limits/limits.ts'
import { type BlockSettings, getBlockKey, makeBlock, toSpan, type WeekSpan } from '../blocks.ts'
import { formatBlock, formatBlockTimes, getShortDayName } from '../format.ts'
import {
  applyGesture,
  findBlockAt,
  type Gesture,
  getGestureSpans,
  rowMinutes,
  type WeekCell,
} from './gesture.ts'
import { KeyboardGrid } from './keyboard-grid.tsx'
import { type MinuteRange, PointerGrid } from './pointer-grid.tsx'
import styles from './week-grid.module.css'

/** The visible hours if no block needs more. */
const defaultHours: MinuteRange = { start: 7 * 60, end: 20 * 60 }

type Props = {
  /** The visible weekdays. */
  days: readonly number[]
  blocks: readonly AvailabilityBlock[]
  /** The busy times of the coming week. */
  busy: readonly WeekSpan[]
  kind: BlockSettings
  today: string
  /** The id of the keyboard hint. */
  helpId: string
  change: (blocks: AvailabilityBlock[]) => void
  edit: (block: AvailabilityBlock) => void
  /** Announces what was done, in a sentence. */
  say: (what: string) => void
}

/** A week grid that can be painted by mouse, touch and keyboard. */
export function WeekGrid({ days, blocks, busy, kind, today, helpId, change, edit, say }: Props) {
  const [hours, setHours] = useState(defaultHours)
  const [picked, setPicked] = useState<string>()
  const [begun, setBegun] = useState<WeekCell>()
  const [cursor, setCursor] = useState<WeekCell>({ weekday: days[0] ?? 1, minute: 9 * 60 })

  // Hours are never hidden again: they may contain the focus.
  const needed = getHours(blocks, hours)
  if (needed.start < hours.start || needed.end > hours.end) setHours(needed)

  function finish(gesture: Gesture): void {
    const outcome = applyGesture(gesture, { blocks, kind, today })
    if ('inItsWay' in outcome) {
      say(`${formatBlock(outcome.inItsWay)} overlaps this and has different settings.`)
      return
    }
    change(outcome.blocks)
    const spans = getGestureSpans(gesture)
    const [first] = spans
    if (!first) return
    const block = findBlockAt(outcome.blocks, { weekday: first.weekday, minute: first.start })
    if (block) setPicked(getBlockKey(block))
    const name = block ? formatBlock(block) : ''
    const last = spans.at(-1)
    if (gesture.does !== 'paint') say(`Changed to ${name}.`)
    else if (!last || last === first) say(`${name} added.`)
    else {
      const times = formatBlockTimes(makeBlock(first, kind))
      say(
        `${times} added from ${getShortDayName(first.weekday)} to ${getShortDayName(last.weekday)}.`,
      )
    }
  }

  function remove(block: AvailabilityBlock): void {
    change(blocks.filter((one) => one !== block))
    say(`${formatBlock(block)} removed.`)
  }

  /** A press on free time adds an hour, or more if a review takes longer. */
  function press(at: WeekCell, block: AvailabilityBlock | undefined): void {
    if (block) {
      edit(block)
      return
    }
    const rows = Math.max(2, Math.ceil(kind.reviewTime / rowMinutes))
    const last = Math.min(at.minute + (rows - 1) * rowMinutes, minutesPerDay - rowMinutes)
    finish({ does: 'paint', from: at, to: { ...at, minute: last } })
  }

  const ghost: Gesture | undefined = begun && { does: 'paint', from: begun, to: cursor }
  const size = { '--days': days.length, '--rows': (hours.end - hours.start) / rowMinutes }
  return (
    <div>
      <div className={styles.week} style={size as CSSProperties}>
        <KeyboardGrid
          days={days}
          hours={hours}
          blocks={blocks}
          busy={busy}
          today={today}
          helpId={helpId}
          cursor={cursor}
          begun={begun}
          finish={finish}
          remove={remove}
          edit={edit}
          say={say}
          go={setCursor}
          begin={setBegun}
        />
        <PointerGrid
          days={days}
          hours={hours}
          blocks={blocks}
          busy={busy}
          picked={picked}
          press={press}
          finish={finish}
          ghost={ghost}
          pick={setPicked}
        />
      </div>
      {hours.end - hours.start < minutesPerDay && (
        <Group justify="end" mt="xs">
          <Button variant="default" onClick={() => setHours({ start: 0, end: minutesPerDay })}>
            Show the whole day
          </Button>
        </Group>
      )}
    </div>
  )
}

/** Whole hours from the first block to the last, including those already visible. */
function getHours(blocks: readonly AvailabilityBlock[], shown: MinuteRange): MinuteRange {
  const spans = blocks.map(toSpan)
  return {
    start: Math.min(shown.start, ...spans.map(({ start }) => Math.floor(start / 60) * 60)),
    end: Math.max(shown.end, ...spans.map(({ end }) => Math.ceil(end / 60) * 60)),
  }
}
