import fc from 'fast-check'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { generateAllSlots } from '#server/availability/generate-slots.ts'
import { mailNotifications } from '#server/notifications/mail/mail-notifications.ts'
import { bookingActions } from './booking-actions.ts'
import { checkInvariants, type FinishedCall } from './rules.ts'
import type { StepSeed } from './scene-helpers.ts'
import { type School, signInAll } from './school.ts'
import { slotActions } from './slot-actions.ts'
import { readState, type State } from './state.ts'

const actions = { ...bookingActions, ...slotActions }

type Action = keyof typeof actions | 'wait'

/** The weight of each action. Actions that others depend on are most frequent. */
const often: Record<Action, number> = {
  book: 12,
  move: 6,
  grant: 4,
  cancel: 5,
  noShow: 2,
  ask: 6,
  withdraw: 1,
  decline: 2,
  undoChange: 5,
  lookAway: 2,
  follow: 4,
  undoDecision: 6,
  mark: 1,
  plan: 1,
  offer: 2,
  publish: 2,
  remove: 2,
  clone: 1,
  availability: 3,
  absence: 3,
  withdrawAbsence: 1,
  settings: 1,
  block: 2,
  wait: 3,
}

const number = fc.nat({ max: 1_000 })
const anyStep = fc.record({
  action: fc.oneof(
    ...Object.entries(often).map(([action, weight]) => ({
      weight,
      arbitrary: fc.constant(action as Action),
    })),
  ),
  a: number,
  b: number,
  c: number,
  isStranger: fc.nat({ max: 15 }).map((one) => one === 0),
})

/** A random sequence of actions by people of any role. */
export const anySteps = fc.array(anyStep, { minLength: 10, maxLength: 70, size: 'max' })

type Taken = StepSeed & { action: Action }

/** Runs the actions and checks the whole school after each. */
export async function runAll(school: School, all: Taken[]): Promise<void> {
  let state = await readState(school.app.context.db)
  for (const one of all) state = await take(school, one, state)
}

/** Runs one action and returns the new state. */
async function take(school: School, { action, ...step }: Taken, before: State): Promise<State> {
  const { app } = school
  if (action === 'wait') return pass(school, step, before)
  // No two changes share an instant, because undo identifies them by it.
  const now = ++app.time.now
  const done = await actions[action]({ school, state: before, now }, step)
  if (!done) return before
  const { status, actor }: Omit<FinishedCall, 'action'> = done
  await mailNotifications(app.context)
  const after = await readState(app.context.db)
  checkInvariants(before, after, { action, status, actor }, now)
  return after
}

/** Lets minutes or hours pass, in which only the server generates slots. */
async function pass(school: School, { a, b }: StepSeed, before: State): Promise<State> {
  const { app } = school
  app.time.now += (a % 3 === 0 ? 1 + (b % 12) : b) * minuteMs
  const blocked = before.people.filter(({ blocked_at }) => blocked_at !== null)
  await signInAll(school, new Set(blocked.map(({ id }) => id)))
  await generateAllSlots(app.context)
  await mailNotifications(app.context)
  const after = await readState(app.context.db)
  const nobody = { action: 'wait', status: 200, actor: 'nobody' }
  checkInvariants(before, after, nobody, app.time.now)
  return after
}
