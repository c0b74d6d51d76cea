import { useState } from 'react'
import { formatTimes } from '#web/kit/ui/dates/clock.ts'
import { getPositionProps } from '../roving-focus.ts'
import { getDurationMinutes, getMinuteOfDay, type Hours } from '../week/hours.ts'
import styles from './day-targets.module.css'
import { formatTargetReviewers, formatTargetTime, type MoveTarget } from './targets.ts'

type Props = { hours: Hours; timeZone: string; moveTo: (target: MoveTarget) => void }

/** The free times of a day: drop a review on one, or press it. */
export function DayTargets({ targets, ...props }: Props & { targets: MoveTarget[] }) {
  return (
    <ul className={styles.targets}>
      {targets.map((target) => (
        <TargetItem key={target.startsAt} target={target} {...props} />
      ))}
    </ul>
  )
}

function TargetItem({ target, hours, timeZone, moveTo }: Props & { target: MoveTarget }) {
  const [isOver, setOver] = useState(false)
  const { date, startsAt, slots, slot_time } = target
  const begins = getMinuteOfDay(startsAt, timeZone)
  return (
    <li
      style={{
        insetBlockStart: `calc(var(--hour) * ${begins / 60 - hours.from})`,
        blockSize: `calc(var(--hour) * ${getDurationMinutes(target) / 60})`,
      }}
    >
      <button
        type="button"
        className={styles.target}
        aria-label={`Move to ${formatTargetTime(target)}, ${formatTargetReviewers(target)}`}
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
        {...getPositionProps(date, begins)}
      >
        <b>{formatTimes(slot_time)}</b>
        <span>{formatTargetReviewers(target)}</span>
      </button>
    </li>
  )
}
