import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { deliveryErrors } from '#contract/webhooks/deliveries.ts'
import { explainErrorCode } from '#server/kit/outbound/explain-error-code.ts'

/** Why a request had no answer, in plain words; an unknown error's own message. */
export function formatNetworkError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if ([error, cause].some((one) => one instanceof Error && one.name === 'TimeoutError')) {
    return deliveryErrors.timeout
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return explainErrorCode(code) ?? getErrorMessage(error)
}
