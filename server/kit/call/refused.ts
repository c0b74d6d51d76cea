import type { Refusal } from '#contract/kit/refusal.ts'
import { type Tx, withinSavepoint } from '#server/database/transaction.ts'

/** Thrown by an action to refuse a call; the kit replies with the refusal. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly errors: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** The endpoint's `refusalFields`. */
  readonly fields: Record<string, unknown>

  constructor(
    refusal: Refusal,
    more: {
      errors?: Record<string, string>
      retryAfterSeconds?: number
      fields?: Record<string, unknown>
    } = {},
  ) {
    super(refusal.message)
    this.refusal = refusal
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
    this.fields = more.fields ?? {}
  }
}

/** Awaits a change, and turns a constraint violation into a refusal. */
export async function refuseOnViolation<T>(
  breaksRule: (error: unknown) => boolean,
  refusal: Refusal,
  change: Promise<T>,
): Promise<T> {
  try {
    return await change
  } catch (error) {
    throw breaksRule(error) ? new Refused(refusal) : error
  }
}

/** Runs one part of a change in a savepoint; returns false, rolled back, if it is refused. */
export async function tryWithinSavepoint(db: Tx, part: () => Promise<unknown>): Promise<boolean> {
  try {
    await withinSavepoint(db, part)
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
