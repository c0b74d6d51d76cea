import { type WorkoutField, workoutLists } from '#contract/tasks/tasks.ts'
import styles from './task-progress-bar.module.css'

type Props = { task: Record<WorkoutField, string[]>; ticks: readonly string[] }

/** How far a week's task is: a bar, and '5 of 9 done'. */
export function TaskProgressBar({ task, ticks }: Props) {
  const ticked = new Set(ticks)
  const lines = workoutLists.flatMap(({ field }) => task[field])
  const done = lines.filter((line) => ticked.has(line)).length
  const text = `${done} of ${lines.length} done`
  return (
    <span className={styles.ticked}>
      <progress
        className={styles.bar}
        max={lines.length}
        value={done}
        aria-label="Tasks"
        aria-valuetext={text}
      />
      {text}
    </span>
  )
}
