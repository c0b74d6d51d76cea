import type { FastifyRequest } from 'fastify'
import { formatOtherRoleTokenMessage, tokenNotValidMessage } from '#contract/kit/refusal.ts'
import type { Context } from '../../context.ts'
import { hashSecret } from '../../id.ts'
import { findApiTokenSession } from './api-token.ts'
import { apiTokenPrefix, isApiToken } from './api-token-format.ts'
import { findSession, type Session } from './session.ts'

/** The token of the `Authorization` header, with or without `Bearer`; undefined without one. */
export function getToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.replace(/^Bearer\s+/i, '').trim() || undefined
}

/** Says why an API token cannot make this call; undefined if the request has none. */
export function explainTokenRefusal(
  request: FastifyRequest,
  session: Session | undefined,
): string | undefined {
  if (session?.apiToken) return formatOtherRoleTokenMessage(session.role)
  return getToken(request)?.startsWith(apiTokenPrefix) ? tokenNotValidMessage : undefined
}

const sessions = new WeakMap<FastifyRequest, Promise<Session | undefined>>()

/**
 * Returns the live session of a request or that of its API token, cached per request; undefined as
 * in `findSession`.
 */
export function getSession(
  context: Context,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const known = sessions.get(request)
  if (known) return known
  const found = findByToken(context, getToken(request))
  sessions.set(request, found)
  return found
}

async function findByToken(
  context: Context,
  token: string | undefined,
): Promise<Session | undefined> {
  if (token === undefined) return undefined
  const find = isApiToken(token) ? findApiTokenSession : findSession
  return find(context, hashSecret(token))
}

/** Returns the session if `getSession` has loaded it for this request; undefined otherwise. */
export async function getLoadedSession(request: FastifyRequest): Promise<Session | undefined> {
  return sessions.get(request)?.catch(() => undefined)
}
