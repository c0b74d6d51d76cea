import { z } from 'zod'

/** The body of every error reply. */
export const ErrorReply = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>

/** The body of a 401: no session, an ended one, a blocked user, another role's token. */
export const SessionEndedReply = z.object({
  success: z.literal(false),
  message: z.string(),
  Auth: z.literal(false),
})

export const RefusalStatus = z.literal([400, 401, 403, 404, 409, 422, 429, 503])
export type RefusalStatus = z.infer<typeof RefusalStatus>

/** One reason why a call can be refused: an HTTP status and the message the person reads. */
export type Refusal = { status: RefusalStatus; message: string }

/** Writes a refusal down, for an endpoint to list and an action to raise. */
export function refusal(status: RefusalStatus, message: string): Refusal {
  return { status, message }
}

/** With `Retry-After`, as a 429 is. */
export const tooBusy = refusal(503, 'Too many requests at once. Please try again in a moment.')
/** Of calls with an `Idempotency-Key`, which says that one call may come several times. */
export const idempotencyKeyReused = refusal(
  422,
  'This Idempotency-Key was already used for another call',
)
/** With `Retry-After` too: the page can try again by itself. */
export const databaseUnavailable = refusal(
  503,
  'The data is unavailable right now. Please try again in a moment.',
)
export const diskFull = refusal(
  503,
  'There is no storage left to save this. Please tell your school’s admin.',
)
/** The only 403: of a person who must have a second factor and has none yet. */
export const secondFactorNeeded = refusal(
  403,
  'Your school requires a second factor. Please set it up to continue.',
)
export const notFound = refusal(404, 'Not found')
export const badIdempotencyKeyMessage = 'An Idempotency-Key has 1 to 200 characters'
export const badCursorMessage = 'This cursor is not valid'
export const badInputMessage = 'Please check what you entered'
export const sessionEndedMessage = 'Your session has ended. Please sign in again.'
export const tooManyRequestsMessage = 'Too many requests. Please wait a moment.'
export const tooLargeMessage = 'This is too large'
export const wrongContentTypeMessage = 'Please send JSON'
export const somethingWentWrongMessage = 'Something went wrong'
