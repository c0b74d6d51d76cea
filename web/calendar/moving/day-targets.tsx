import { useState } from 'react'
import { shortDate } from '#web/kit/look/dates.ts'
import { type Hours, minuteAt, minutesOf } from '../week/hours.ts'
import styles from './day-targets.module.css'
import { placeInWords, type Target } from './targets.ts'

type Props = {
  targets: Target[]
  hours: Hours
  timeZone: string
  place: (date: string, at: number) => object
  moveTo: (target: Target) => void
}

/** The free times of a day, on which a review can be dropped, or which can be pressed. */
export function DayTargets({ targets, hours, timeZone, place, moveTo }: Props) {
  return (
    <ul className={styles.targets}>
      {targets.map((target) => {
        const begins = minuteAt(target.startsAt, timeZone)
        return (
          <li
            key={target.startsAt}
            style={{
              insetBlockStart: `calc(var(--hour) * ${begins / 60 - hours.from})`,
              blockSize: `calc(var(--hour) * ${minutesOf(target) / 60})`,
            }}
          >
            <TargetButton target={target} moveTo={moveTo} {...place(target.date, begins)} />
          </li>
        )
      })}
    </ul>
  )
}

type ButtonProps = { target: Target; moveTo: (target: Target) => void }

function TargetButton({ target, moveTo, ...place }: ButtonProps) {
  const [isOver, setOver] = useState(false)
  const { slots, date, slot_time } = target
  const [first, ...others] = slots
  const words = `${placeInWords(first)}${others.length > 0 ? `, or ${others.length} more` : ''}`
  return (
    <button
      type="button"
      className={styles.target}
      aria-label={`Move to ${words}`}
      title={`${shortDate(date)}, ${slot_time}: ${slots.map(({ reviewer }) => reviewer.name).join(', ')}`}
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
      {...place}
    >
      <b>{slot_time}</b>
      <span>{first.reviewer.name}</span>
    </button>
  )
}
