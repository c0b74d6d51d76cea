import type { Refusal } from '#contract/kit/refusal.ts'
import { type Tx, withinSavepoint } from '#server/database/transaction.ts'

/** Raised by an action that will not do what it was asked; the kit answers with the refusal. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly errors: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    refusal: Refusal,
    more: { errors?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(refusal.message)
    this.refusal = refusal
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** Waits for a change, and refuses it as told where it breaks a rule of the database. */
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

/** Makes one part of a change, the whole of it or nothing; false where that is refused: the change goes on. */
export async function tryWithinSavepoint(db: Tx, part: () => Promise<unknown>): Promise<boolean> {
  try {
    await withinSavepoint(db, part)
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
