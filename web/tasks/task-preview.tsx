import { workoutLists } from '#contract/tasks/tasks.ts'
import styles from './task-preview.module.css'
import { WorkoutLists, type Workouts } from './workouts.tsx'

/** A task as its students will see it, while it is written; nothing while it is empty. */
export function TaskPreview({ task }: { task: Workouts }) {
  const written = (lines: string[]) => lines.map((line) => line.trim()).filter(Boolean)
  const { personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts } = task
  const shown: Workouts = {
    personalDevelopmentWorkout: written(personalDevelopmentWorkout),
    technicalWorkouts: written(technicalWorkouts),
    miscellaneousWorkouts: written(miscellaneousWorkouts),
  }
  if (workoutLists.every(({ field }) => shown[field].length === 0)) return null
  return (
    <details>
      <summary className={styles.summary}>As students see it</summary>
      <WorkoutLists task={shown} order={2} />
    </details>
  )
}
