import type { FastifyInstance } from 'fastify'
import {
  checkSetUp,
  schoolSetUpDoneMessage,
  setUpSchool,
  testFirstMailServer,
} from '#contract/accounts/links/school-set-up.ts'
import { testMailsPerMinute } from '#contract/limits/mails.ts'
import { serveRead, serveWithPreparation } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { getNetwork } from '#server/kit/limits/client-network.ts'
import { enforceRateLimit, makeRateLimiter } from '#server/kit/limits/rate-limit.ts'
import { recordTestMail, tryMailServer } from '#server/school/actions.ts'
import { hashNewPassword } from '../password.ts'
import * as setUp from './actions.ts'

/** Serves the calls with the set-up link, which the server prints while nobody can sign in. */
export function schoolSetUpRoutes(app: FastifyInstance, context: Context): void {
  serveRead(app, context, checkSetUp, ({ context, params }) =>
    setUp.getSetUpSettings(context, params.id),
  )

  serveWithPreparation(
    app,
    context,
    setUpSchool,
    async ({ context, params, body }) => {
      await setUp.refuseBadSetUpLink(context, params.id)
      return hashNewPassword(context, body.admin.password, 'admin.password')
    },
    async ({ context, params, body, request }, hash) => {
      const from = { address: request.ip, userAgent: request.headers['user-agent'] }
      const token = await setUp.setUpSchool(context, params.id, body, hash, from)
      return { message: schoolSetUpDoneMessage, token }
    },
  )

  const limit = makeRateLimiter(context, testMailsPerMinute)
  serveWithPreparation(
    app,
    context,
    testFirstMailServer,
    async ({ context, params, body, request }) => {
      await setUp.refuseBadSetUpLink(context, params.id)
      enforceRateLimit(limit, getNetwork(request.ip))
      return tryMailServer(context, body)
    },
    async ({ context, params, body }, answer) => {
      await setUp.refuseBadSetUpLink(context, params.id)
      await recordTestMail(context, body.to)
      return answer
    },
  )
}
