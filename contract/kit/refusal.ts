import { z } from 'zod'
import { basePath, type Role, withArticle } from '../roles.ts'

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

/** A reason to refuse a call: an HTTP status and the message for the person. */
export type Refusal = { status: RefusalStatus; message: string }

/** Creates a refusal, for an endpoint to list and an action to throw. */
export function defineRefusal(status: RefusalStatus, message: string): Refusal {
  return { status, message }
}

/** Sent with `Retry-After`, as a 429 is. */
export const tooBusy = defineRefusal(
  503,
  'Too many requests at once. Please try again in a moment.',
)
/** An `Idempotency-Key` identifies retries of one call, so it cannot be used for another. */
export const idempotencyKeyReused = defineRefusal(
  422,
  'This Idempotency-Key was already used for another call',
)
/** Sent with `Retry-After`, so the page can retry on its own. */
export const databaseUnavailable = defineRefusal(
  503,
  'The data is unavailable right now. Please try again in a moment.',
)
export const diskFull = defineRefusal(
  503,
  'There is no storage left to save this. Please tell your school’s admin.',
)
/** The person must set up a second factor first. */
export const secondFactorSetupNeeded = defineRefusal(
  403,
  'Your school requires a second factor. Please set it up to continue.',
)
/** The student's course has ended: they read everything and change only their account. */
export const courseFinished = defineRefusal(
  403,
  'You have finished the course. You can still read everything, but not change it.',
)
/** The call is made by an API token that was not given the scope. */
export const tokenLacksScope = defineRefusal(
  403,
  'This API token does not have the scope for this call.',
)
export const sessionNeeded = defineRefusal(403, 'API tokens cannot make this call. Please sign in.')
export const notFound = defineRefusal(404, 'Not found')
export const badIdempotencyKeyMessage = 'An Idempotency-Key has 1 to 200 characters'
export const badCursorMessage = 'This cursor is not valid'
export const badInputMessage = 'Please check what you entered'
export const sessionEndedMessage = 'Your session has ended. Please sign in again.'
/** Of an API token that is none, or no more: which of these is not said. */
export const tokenNotValidMessage =
  'This API token is not valid. It may be mistyped, expired or revoked.'
/** Of a valid API token that is used for another role’s calls. */
export const formatOtherRoleTokenMessage = (role: Role) =>
  `This API token belongs to ${withArticle(role)}. Use it for the calls under ${basePath[role]}/${role === 'student' ? ' that have no role in their path' : ''}.`
export const tooManyRequestsMessage = 'Too many requests. Please wait a moment.'
export const tooLargeMessage = 'This is too large'
export const wrongContentTypeMessage = 'Please send JSON'
export const somethingWentWrongMessage = 'Something went wrong'
