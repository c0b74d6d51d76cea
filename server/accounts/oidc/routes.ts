import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { finishOidc, OidcStart } from '#contract/accounts/oidc/oidc.ts'
import { oidcPaths } from '#contract/accounts/oidc/paths.ts'
import { notFound } from '#contract/kit/refusal.ts'
import { oidcAttemptsPerNetworkMinute } from '#contract/limits/accounts.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { serveWithoutTransaction } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { getNetwork } from '#server/kit/limits/client-network.ts'
import { enforceRateLimit, makeRateLimiter } from '#server/kit/limits/rate-limit.ts'
import type { LoginLimiter } from '../lockouts/login-rate.ts'
import {
  beginOidc,
  finishAttempt,
  getSignOutLocation,
  handleCallback,
  type NextStep,
  type Oidc,
} from './actions.ts'
import { readAttemptCookie, setAttemptCookie } from './cookie.ts'
import { connectProvider } from './provider.ts'

/**
 * Serves single sign-on: the browser opens `start`, signs in at the provider, is sent to `callback`
 * and from there to the page, which calls `finish`. All are 404 without a provider.
 */
export function oidcRoutes(app: FastifyInstance, context: Context, limit: LoginLimiter): void {
  const { oidc: settings } = context.settings
  const provider = settings && connectProvider(context, settings)
  const limitAttempts = makeRateLimiter(context, oidcAttemptsPerNetworkMinute)

  /** The provider, for a request. Refuses if the school has none. */
  function getOidc({ log }: FastifyRequest): Oidc {
    if (!settings || !provider) throw new Refused(notFound)
    return { ...settings, provider, log: (error) => log.error(error) }
  }

  function goOn(reply: FastifyReply, { location, secret }: NextStep): FastifyReply {
    if (secret) setAttemptCookie(reply, secret, context.settings.appUrl)
    return reply.redirect(location)
  }

  // Opened by a browser: the API's description has only what programs call.
  const schema = { hide: true }
  app.get(
    oidcPaths.start,
    { schema: { ...schema, querystring: OidcStart } },
    async (request, reply) => {
      const oidc = getOidc(request)
      enforceRateLimit(limitAttempts, getNetwork(request.ip))
      return goOn(reply, await beginOidc(context, oidc, OidcStart.parse(request.query)))
    },
  )

  app.get(oidcPaths.callback, { schema }, async (request, reply) => {
    const oidc = getOidc(request)
    const query = new URL(request.url, context.settings.appUrl).searchParams
    const secret = readAttemptCookie(request)
    return goOn(reply, await handleCallback(context, oidc, { secret, query }))
  })

  const ofRole = { ...schema, querystring: OidcStart.pick({ role: true }) }
  app.get(oidcPaths.signOut, { schema: ofRole }, async (request, reply) => {
    const { role } = OidcStart.parse(request.query)
    return reply.redirect(await getSignOutLocation(context, getOidc(request), role))
  })

  serveWithoutTransaction(app, context, finishOidc, async ({ context, body, request }) => {
    const { browser: browserId } = body
    const { ip: address, headers } = request
    const from = { limit, address, userAgent: headers['user-agent'], browserId }
    return finishAttempt(context, getOidc(request), readAttemptCookie(request), body, from)
  })
}
