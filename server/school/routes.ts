import type { FastifyInstance } from 'fastify'
import { getSchool, getSchoolSummary } from '#contract/school.ts'
import { serve } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { isProxyUnheard } from '#server/kit/settings/proxies.ts'
import * as school from './actions.ts'

export function schoolRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, getSchool, ({ context }) => school.getSchool(context))

  serve(app, context, getSchoolSummary, async ({ context, request }) => ({
    ...(await school.getSchoolSummary(context)),
    isProxyUnheard: isProxyUnheard(request),
  }))
}
