import type { FastifyInstance } from 'fastify'
import { getHealth } from '#contract/health.ts'
import { healthChecksPerMinute } from '#contract/limits/health.ts'
import { countFailedMails } from '#contract/mails.ts'
import { serveRead } from '#server/kit/call/serve.ts'
import { toTopBarAccount } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { enforceRateLimit, makeRateLimiter } from '#server/kit/limits/rate-limit.ts'
import { detectProxy } from '#server/kit/settings/proxies.ts'
import * as mails from '#server/mails/actions.ts'
import { createHealthMonitor } from './actions.ts'

export function healthRoutes(app: FastifyInstance, context: Context): void {
  const limit = makeRateLimiter(context, healthChecksPerMinute)
  const { check, countProblems } = createHealthMonitor(context)
  serveRead(app, context, getHealth, ({ session, request }) => {
    enforceRateLimit(limit, session.personId)
    return check(detectProxy(request))
  })

  serveRead(app, context, countFailedMails, async ({ context, session, request }) => ({
    ...(await mails.countFailedMails(context)),
    healthProblems: countProblems(detectProxy(request)),
    account: toTopBarAccount(session),
  }))
}
