import type { FastifyInstance } from 'fastify'
import { getSchool, getSchoolSummary } from '#contract/school.ts'
import { serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { isProxyUnheard } from '#server/kit/settings/proxies.ts'
import * as school from './actions.ts'

export function schoolRoutes(app: FastifyInstance, context: Context): void {
  serveRead(app, context, getSchool, ({ context }) => school.getSchool(context))

  serveRead(app, context, getSchoolSummary, async ({ context, request }) => ({
    ...(await school.getSchoolSummary(context)),
    isProxyUnheard: isProxyUnheard(request),
  }))
}
