import { useState } from 'react'
import { formatTimes } from '#web/kit/ui/dates/clock.ts'
import { placeAt } from '../roving.ts'
import { getMinutes, type Hours, minuteAt } from '../week/hours.ts'
import styles from './day-targets.module.css'
import { formatTargetTime, formatWho, type Target } from './targets.ts'

type Props = {
  targets: Target[]
  hours: Hours
  timeZone: string
  moveTo: (target: Target) => void
}

/** The free times of a day, on which a review can be dropped, or which can be pressed. */
export function DayTargets({ targets, hours, timeZone, moveTo }: Props) {
  return (
    <ul className={styles.targets}>
      {targets.map((target) => {
        const begins = minuteAt(target.startsAt, timeZone)
        return (
          <li
            key={target.startsAt}
            style={{
              insetBlockStart: `calc(var(--hour) * ${begins / 60 - hours.from})`,
              blockSize: `calc(var(--hour) * ${getMinutes(target) / 60})`,
            }}
          >
            <TargetButton target={target} moveTo={moveTo} {...placeAt(target.date, begins)} />
          </li>
        )
      })}
    </ul>
  )
}

type ButtonProps = { target: Target; moveTo: (target: Target) => void }

function TargetButton({ target, moveTo, ...place }: ButtonProps) {
  const [isOver, setOver] = useState(false)
  const { slots, slot_time } = target
  return (
    <button
      type="button"
      className={styles.target}
      aria-label={`Move to ${formatTargetTime(target)}, ${formatWho(target)}`}
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
      {...place}
    >
      <b>{formatTimes(slot_time)}</b>
      <span>{formatWho(target)}</span>
    </button>
  )
}
