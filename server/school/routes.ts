import type { FastifyInstance } from 'fastify'
import { remindAdvisor, reminderSent } from '#contract/notices/remind.ts'
import { getPeopleInNeed, listAbsentPeople, listStudentsAtRisk } from '#contract/school/need.ts'
import { getSchool, getSchoolSummary } from '#contract/school.ts'
import { serve, serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { isProxyUnheard } from '#server/kit/settings/proxies.ts'
import * as school from './actions.ts'
import * as need from './need.ts'
import { remindAdvisor as remind } from './remind-advisor.ts'

export function schoolRoutes(app: FastifyInstance, context: Context): void {
  serveRead(app, context, getSchool, ({ context }) => school.getSchool(context))

  serveRead(app, context, getSchoolSummary, async ({ context, request }) => ({
    ...(await school.getSchoolSummary(context)),
    isProxyUnheard: isProxyUnheard(request),
  }))

  serveRead(app, context, getPeopleInNeed, ({ context }) => need.countPeopleInNeed(context))
  serve(app, context, remindAdvisor, async ({ context, session, body }) => {
    await remind(context, session.personId, body.value.advisor)
    return { message: reminderSent }
  })
  serveList(app, context, listStudentsAtRisk, ({ context, query }) =>
    need.listStudentsAtRisk(context, query),
  )
  serveList(app, context, listAbsentPeople, ({ context, query }) =>
    need.listAbsentPeople(context, query),
  )
}
