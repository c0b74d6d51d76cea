import { deliveryErrors } from '#contract/webhooks/deliveries.ts'
import { explainNetworkError } from '#server/kit/outbound/network-errors.ts'

/** Why a request had no answer, in plain words; an unknown error's own message. */
export function formatNetworkError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if ([error, cause].some((one) => one instanceof Error && one.name === 'TimeoutError')) {
    return deliveryErrors.timeout
  }
  return explainNetworkError(error)
}
