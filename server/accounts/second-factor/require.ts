import type { FastifyInstance } from 'fastify'
import { callsBeforeSecondFactor } from '#contract/accounts/second-factor.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts'
import { logout } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { ErrorReply, secondFactorNeeded } from '#contract/kit/refusal.ts'
import { roles } from '#contract/roles.ts'
import type { Context } from '#server/kit/context.ts'
import { Refused } from '#server/kit/refused.ts'
import { sessionOf } from '#server/kit/session.ts'

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** What somebody can call who must have a second factor and has none yet. */
const open = new Set(
  roles.flatMap((role) => [
    ...callsBeforeSecondFactor(role).map(nameOf),
    ...[listSessions, endSession, endOtherSessions, logout].map((call) => nameOf(call[role])),
  ]),
)

/**
 * Refuses the calls of people who must have a second factor and have none, but for those by which
 * they get one or leave. For every call with a session, before the rooms bind theirs.
 */
export function requireSecondFactor(app: FastifyInstance, context: Context): void {
  app.addHook('onRoute', (route) => {
    const { schema, method, url } = route
    if (!schema?.security || open.has(`${method} ${url}`)) return
    schema.response = { ...Object(schema.response), 403: ErrorReply }
  })
  // Whose session it is has been checked by then: nobody else learns what the school asks for.
  app.addHook('preValidation', async (request) => {
    const { schema, method, url } = request.routeOptions
    if (!schema?.security || open.has(`${method} ${url}`)) return
    const session = await sessionOf(context, request)
    if (session?.lacksSecondFactor) throw new Refused(secondFactorNeeded)
  })
}
