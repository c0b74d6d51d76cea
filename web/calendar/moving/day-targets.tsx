import { useState } from 'react'
import { formatTimes } from '#web/kit/ui/dates/clock.ts'
import { placeAt } from '../roving.ts'
import { getMinutes, type Hours, minuteAt } from '../week/hours.ts'
import styles from './day-targets.module.css'
import { formatTargetTime, formatWho, type Target } from './targets.ts'

type Props = { hours: Hours; timeZone: string; moveTo: (target: Target) => void }

/** The free times of a day, on which a review can be dropped, or which can be pressed. */
export function DayTargets({ targets, ...props }: Props & { targets: Target[] }) {
  return (
    <ul className={styles.targets}>
      {targets.map((target) => (
        <TargetItem key={target.startsAt} target={target} {...props} />
      ))}
    </ul>
  )
}

function TargetItem({ target, hours, timeZone, moveTo }: Props & { target: Target }) {
  const [isOver, setOver] = useState(false)
  const { date, startsAt, slots, slot_time } = target
  const begins = minuteAt(startsAt, timeZone)
  return (
    <li
      style={{
        insetBlockStart: `calc(var(--hour) * ${begins / 60 - hours.from})`,
        blockSize: `calc(var(--hour) * ${getMinutes(target) / 60})`,
      }}
    >
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
        {...placeAt(date, begins)}
      >
        <b>{formatTimes(slot_time)}</b>
        <span>{formatWho(target)}</span>
      </button>
    </li>
  )
}
