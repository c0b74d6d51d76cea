import { VisuallyHidden } from '@mantine/core'
import type { DragEvent } from 'react'
import { Link } from 'react-router'
import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { MoveIcon } from '#web/kit/ui/icons/edit-and-sort-icons.tsx'
import { canMove } from '../moving/targets.ts'
import type { Moving } from '../moving/use-moving.ts'
import { getPositionProps, nextTabStopProps } from '../roving-focus.ts'
import {
  formatSlotLabel,
  formatSlotState,
  getReviewPath,
  getSlotState,
  type SlotLabelContext,
} from '../slot-state.ts'
import styles from './day-blocks.module.css'
import { getDurationMinutes, getMinuteOfDay, type Hours } from './hours.ts'
import { assignLanes, type LanedItem } from './lanes.ts'

type Props = SlotLabelContext & {
  slots: CalendarSlot[]
  hours: Hours
  /** The link of a slot without a review. */
  dayPath: string
  /** Set if reviews can be moved. */
  moving?: Moving | undefined
}

/** The slots of a day as blocks by time. */
export function DayBlocks({ slots, ...props }: Props) {
  if (slots.length === 0) return null
  return (
    <ul className={styles.blocks} data-behind={props.moving?.slot ? true : undefined}>
      {assignLanes(slots).map((one) => (
        <Block key={one.item._id} laned={one} {...props} />
      ))}
    </ul>
  )
}

type BlockProps = Omit<Props, 'slots'> & { laned: LanedItem<CalendarSlot> }

function Block({ laned, hours, dayPath, moving, ...telling }: BlockProps) {
  const { item: slot, lane, lanes } = laned
  const { now, timeZone, viewer } = telling
  const begins = getMinuteOfDay(slot.startsAt, timeZone)
  const state = formatSlotState(slot, now)
  const isClosed = getSlotState(slot, now) === 'closed'
  const isInBusyTime = getSlotState(slot, now) === 'booked' && slot.inBusyTime
  const time = localizeTimes(slot.slot_time)
  const words = formatSlotLabel(slot, telling)
  // During a move the arrow keys visit only the free times.
  const isPlace = moving?.slot === undefined
  const isMovable = moving !== undefined && canMove(slot, now)
  return (
    <li
      style={{
        insetBlockStart: `calc(var(--hour) * ${begins / 60 - hours.from})`,
        blockSize: `calc(var(--hour) * ${getDurationMinutes(slot) / 60})`,
        insetInlineStart: `${(100 * lane) / lanes}%`,
        inlineSize: `${100 / lanes}%`,
      }}
    >
      <Link
        to={getReviewPath(viewer, slot) ?? dayPath}
        className={styles.block}
        data-state={getSlotState(slot, now)}
        data-moving={moving?.slot?._id === slot._id || undefined}
        aria-label={words}
        title={words}
        {...(isMovable && getDragProps(moving, slot))}
        {...(isPlace ? getPositionProps(slot.date, begins + lane / 100) : { tabIndex: -1 })}
      >
        <span className={styles.who}>
          {slot.review?.student.name ?? capital((isClosed && slot.whyNot) || state)}
        </span>
        <span className={styles.when}>
          {isInBusyTime ? (
            // The whole state would be cut; the position shows the time, and the colour 'booked'.
            <>
              <VisuallyHidden>booked, </VisuallyHidden>in a busy time
            </>
          ) : slot.review ? (
            <>
              <span className={styles.clock}>{time}, </span>
              {state}
            </>
          ) : (
            time
          )}
        </span>
      </Link>
      {isMovable && (
        <button
          type="button"
          className={styles.move}
          aria-label={`Move ${slot.review?.student.name}, ${time}`}
          title="Move"
          {...(isPlace ? nextTabStopProps : { tabIndex: -1 })}
          onClick={() => moving.begin(slot)}
        >
          <MoveIcon />
        </button>
      )}
    </li>
  )
}

/** Props that make a block draggable. The drop target asks for confirmation. */
function getDragProps(moving: Moving, slot: CalendarSlot) {
  return {
    draggable: true,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.effectAllowed = 'move'
      // Chrome ends a drag if the DOM changes in dragstart.
      setTimeout(() => moving.begin(slot))
    },
    onDragEnd({ dataTransfer }: DragEvent) {
      if (dataTransfer.dropEffect === 'none') moving.end()
    },
  }
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
