import { Link } from 'react-router'
import type { CalendarSlot } from '#contract/calendar.ts'
import { reviewPath, slotInWords, stateInWords, stateOf, type Telling } from '../slot-state.ts'
import styles from './day-blocks.module.css'
import { type Hours, minuteAt, minutesOf } from './hours.ts'
import { inLanes, type Laned } from './lanes.ts'

type Props = Telling & {
  slots: CalendarSlot[]
  hours: Hours
  /** What makes an element a place for the arrow keys. */
  place: (date: string, at: number) => object
  /** Where a slot without a review leads. */
  dayPath: string
}

/** The slots of a day as blocks, each at its time. */
export function DayBlocks({ slots, ...props }: Props) {
  if (slots.length === 0) return null
  return (
    <ul className={styles.blocks}>
      {inLanes(slots).map((one) => (
        <Block key={one.item._id} laned={one} {...props} />
      ))}
    </ul>
  )
}

type BlockProps = Omit<Props, 'slots'> & { laned: Laned<CalendarSlot> }

function Block({ laned, hours, place, dayPath, ...telling }: BlockProps) {
  const { item: slot, lane, lanes } = laned
  const { now, timeZone, viewer } = telling
  const begins = minuteAt(slot.startsAt, timeZone)
  const state = stateInWords(slot, now)
  const words = slotInWords(slot, telling)
  return (
    <li
      style={{
        insetBlockStart: `calc(var(--hour) * ${begins / 60 - hours.from})`,
        blockSize: `calc(var(--hour) * ${minutesOf(slot) / 60})`,
        insetInlineStart: `${(100 * lane) / lanes}%`,
        inlineSize: `${100 / lanes}%`,
      }}
    >
      <Link
        to={reviewPath(viewer, slot) ?? dayPath}
        className={styles.block}
        data-state={stateOf(slot, now)}
        aria-label={words}
        title={words}
        {...place(slot.date, begins + lane / 100)}
      >
        <span className={styles.who}>{slot.review?.student.name ?? capital(state)}</span>
        <span className={styles.when}>
          {slot.review ? (
            <>
              <span className={styles.clock}>{slot.slot_time}, </span>
              {state}
            </>
          ) : (
            slot.slot_time
          )}
        </span>
      </Link>
    </li>
  )
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
