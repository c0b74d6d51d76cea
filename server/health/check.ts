import type { HealthCheckName } from '#contract/health.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import type { WrongSetting } from '#server/kit/settings/settings.ts'

export type CheckContext = {
  environment: NodeJS.ProcessEnv
  /** Invalid settings have their defaults here and are listed in `wrong`. */
  settings: Context['settings']
  wrong: WrongSetting[]
  clock: Clock
  /** Undefined if there is no database yet, or it could not be opened. */
  context: Context | undefined
  /** Why an existing database could not be opened. */
  openingError?: unknown
  /** Aborted when the time of a check is over. */
  signal: AbortSignal
}

/** What a check found, and what to do about it; null if all is well. */
export type Finding = { said: string; todo: string | null }

/** Runs one check. A thrown error becomes its finding. */
export type CheckFunction = (looking: CheckContext) => Promise<Finding>

/** A check, and the settings that it needs to be valid. */
export type Check = { check: HealthCheckName; needs: readonly string[]; run: CheckFunction }

/** A finding that needs no action. */
export function toPassedFinding(said: string): Finding {
  return { said, todo: null }
}

export function toProblem(said: string, todo: string): Finding {
  return { said, todo }
}

/** Combines one or more problems into one finding; repeated advice is given once. */
export function combineProblems(problems: Finding[]): Finding {
  const todos = problems.flatMap(({ todo }) => todo ?? [])
  return toProblem(problems.map(({ said }) => said).join(' '), [...new Set(todos)].join(' '))
}

/** Returns the context of the school's database; throws `NoDatabaseError` without one. */
export function requireDatabase({ context }: CheckContext): Context {
  if (!context) throw new NoDatabaseError()
  return context
}

/** Thrown by a check that needs a database when none is open, which the database check reports. */
export class NoDatabaseError extends Error {
  constructor() {
    super('Skipped: no database is open.')
  }
}
