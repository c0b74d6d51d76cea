import type { HealthCheck } from '#contract/health.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import type { WrongSetting } from '#server/kit/settings/settings.ts'

/** What the checks look at. */
export type CheckContext = {
  environment: NodeJS.ProcessEnv
  /** What of them is wrong stands in `wrong`, and here as if it were not set. */
  settings: Context['settings']
  wrong: WrongSetting[]
  clock: Clock
  /** Undefined where there is no school yet, or none that could be opened. */
  context: Context | undefined
  /** Ends with the time that a check has. */
  signal: AbortSignal
}

/** What a check has found, and, where it is not fine, what to do. */
export type Finding = { said: string; todo: string | null }

/** One look at one thing. What it raises is told as what it found. */
export type RunCheck = (looking: CheckContext) => Promise<Finding>

/** A look, and the settings without which it would look at something else. */
export type Check = { check: HealthCheck; needs: readonly string[]; run: RunCheck }

/** Nothing is to be done. */
export function passed(said: string): Finding {
  return { said, todo: null }
}

/** Something is to be done. */
export function needsAction(said: string, todo: string): Finding {
  return { said, todo }
}

/** Several things are to be done, of which there is one at least: all are told, the same advice once. */
export function combineProblems(problems: Finding[]): Finding {
  const todos = problems.flatMap(({ todo }) => todo ?? [])
  return needsAction(problems.map(({ said }) => said).join(' '), [...new Set(todos)].join(' '))
}

/** The school's database; raises an Error where there is none to look into. */
export function requireDatabase({ context }: CheckContext): Context {
  if (!context) throw new NoDatabase()
  return context
}

/** Raised by a look into a database that is not there, which its own line tells of. */
export class NoDatabase extends Error {
  constructor() {
    super('Skipped: there is no database yet.')
  }
}
