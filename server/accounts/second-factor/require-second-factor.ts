import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { logout } from '#contract/accounts/accounts.ts'
import { listSecondFactorSetUpCalls } from '#contract/accounts/second-factor.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts'
import { ErrorReply, secondFactorSetupNeeded } from '#contract/kit/refusal.ts'
import { roles } from '#contract/roles.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { getSession } from '#server/kit/call/session/request-session.ts'
import type { Context } from '#server/kit/context.ts'

/** The calls that stay open to people who must have a second factor and have none yet. */
const open = new Set(
  roles.flatMap((role) =>
    [
      ...listSecondFactorSetUpCalls(role),
      ...[listSessions, endSession, endOtherSessions, logout].map((call) => call[role]),
    ].map(({ method, path }) => `${method} ${path}`),
  ),
)

/** Whether a call needs a session and is not one of the open ones. */
function isGuarded({ method, url, schema }: RouteOptions): boolean {
  return schema?.security !== undefined && !open.has(`${method} ${url}`)
}

/**
 * Refuses calls by people who must have a second factor and have none, except those that set one up
 * or sign out. Call it before the rooms add their routes.
 */
export function requireSecondFactor(app: FastifyInstance, context: Context): void {
  // Runs after the session was checked: nobody else learns what the school requires.
  const check = async (request: FastifyRequest) => {
    const session = await getSession(context, request)
    if (session?.lacksSecondFactor) throw new Refused(secondFactorSetupNeeded)
  }
  app.addHook('onRoute', (route) => {
    const { schema, preValidation = [] } = route
    if (!schema || !isGuarded(route)) return
    schema.response = { ...Object(schema.response), 403: ErrorReply }
    route.preValidation = [check, preValidation].flat()
    // A change checks again in its transaction, as the body may have taken long to arrive.
    route.config = { ...route.config, needsSecondFactor: true }
  })
}
