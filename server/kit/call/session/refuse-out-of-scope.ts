import {
  getSessionOnlyFields,
  getSessionOnlyReason,
  sessionOnlyReplyFields,
} from '#contract/kit/api-tokens/session-only.ts'
import { isInScope } from '#contract/kit/api-tokens/token-scopes.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { sessionNeeded, tokenLacksScope } from '#contract/kit/refusal.ts'
import type { Ability } from '#contract/roles.ts'
import { Refused } from '../refused.ts'
import type { Session } from './session.ts'

/**
 * Refuses an API token (403) for calls that only a session makes, and for those that none of its
 * scopes allows.
 */
export function refuseOutOfScope(endpoint: Endpoint, { apiToken }: Session): void {
  if (!apiToken) return
  if (getSessionOnlyReason(endpoint)) throw new Refused(sessionNeeded)
  if (!isInScope(apiToken.scopes, endpoint)) throw new Refused(tokenLacksScope)
}

/** Refuses an API token (403) that sends a field which only a session can send. */
export function refuseSessionOnlyFields(
  endpoint: Endpoint,
  session: Session | null | undefined,
  body: unknown,
): void {
  if (!session?.apiToken || !isObject(body)) return
  const value = isObject(body.value) ? body.value : body
  const field = getSessionOnlyFields(endpoint).find((name) => value[name] !== undefined)
  if (field === undefined) return
  throw new Refused(sessionNeeded, { errors: { [field]: sessionNeeded.message } })
}

/**
 * Whether a session, or one of an API token's scopes but `read`, allows the calls of an ability.
 */
export function isTokenAbleTo({ apiToken }: Session, ability: Ability): boolean {
  return !apiToken || isInScope(apiToken.scopes, { method: 'PUT', may: ability })
}

/** Returns a reply without the fields that an API token does not get, at any depth. */
export function omitSessionOnlyFields(session: Session | null, reply: unknown): unknown {
  return session?.apiToken ? withoutSecrets(reply) : reply
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => !sessionOnlyReplyFields.includes(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSecrets(inner)]))
}

const isObject = (value: unknown): value is { value?: unknown; [field: string]: unknown } =>
  typeof value === 'object' && value !== null
