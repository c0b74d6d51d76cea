import { type TaskState, taskNotAdded } from '#contract/reviews/reviews.ts'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'

/** 'Not added' with a red dot, completed with a green one (specification, section 2). */
export function TaskStateDot({ state }: { state: TaskState }) {
  return <StateDot colour={state === taskNotAdded ? 'red' : 'green'}>{state}</StateDot>
}
