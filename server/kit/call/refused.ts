import type { Refusal } from '#contract/kit/refusal.ts'

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
