import type { Endpoint } from '#contract/kit/endpoint.ts'
import { sessionNeeded, tokenLacksScope } from '#contract/kit/refusal.ts'
import { isInScope, isSessionOnly } from '#contract/kit/token-scopes.ts'
import { Refused } from '../refused.ts'
import type { Session } from './session.ts'

/**
 * Refuses an API token (403) for calls that only a session makes, and for those that none of its
 * scopes allows.
 */
export function refuseOutOfScope(endpoint: Endpoint, { apiToken }: Session): void {
  if (!apiToken) return
  if (isSessionOnly(endpoint)) throw new Refused(sessionNeeded)
  if (!isInScope(apiToken.scopes, endpoint)) throw new Refused(tokenLacksScope)
}
