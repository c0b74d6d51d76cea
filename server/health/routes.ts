import type { FastifyInstance } from 'fastify'
import { getHealth } from '#contract/health.ts'
import { healthLooksPerMinute } from '#contract/limits/health.ts'
import { countFailedMails } from '#contract/mails.ts'
import { serveRead } from '#server/kit/call/serve.ts'
import { getAccount } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { limitRate, refuseBeyond } from '#server/kit/limits/rate-limit.ts'
import { proxyHeard } from '#server/kit/settings/proxies.ts'
import * as mails from '#server/mails/actions.ts'
import { watchHealth } from './actions.ts'

export function healthRoutes(app: FastifyInstance, context: Context): void {
  const limit = limitRate(context, healthLooksPerMinute)
  const { look, countProblems } = watchHealth(context)
  serveRead(app, context, getHealth, ({ session, request }) => {
    refuseBeyond(limit, session.personId)
    return look(proxyHeard(request))
  })

  serveRead(app, context, countFailedMails, async ({ context, session, request }) => ({
    ...(await mails.countFailedMails(context)),
    healthProblems: countProblems(proxyHeard(request)),
    account: getAccount(session),
  }))
}
