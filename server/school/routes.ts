import type { FastifyInstance } from 'fastify'
import { testMailsPerMinute } from '#contract/limits/mails.ts'
import { remindAdvisor, reminderSentMessage } from '#contract/notifications/send-reminder.ts'
import {
  getAtRiskCounts,
  listInactivePeople,
  listStudentsAtRisk,
} from '#contract/school/at-risk.ts'
import { getHolidayEffects } from '#contract/school/holiday-effects.ts'
import { getSchool } from '#contract/school/school.ts'
import {
  getSchoolSettings,
  saveSchoolSettings,
  schoolSettingsSavedMessage,
  testMailServer,
} from '#contract/school/settings.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { serve, serveList, serveRead, serveWithPreparation } from '#server/kit/call/serve.ts'
import { shareRead } from '#server/kit/call/share-read.ts'
import type { Context } from '#server/kit/context.ts'
import { enforceRateLimit, makeRateLimiter } from '#server/kit/limits/rate-limit.ts'
import { isProxyUntrusted } from '#server/kit/settings/proxies.ts'
import { findHolidayEffects } from '#server/reviews/due-dates-on-holidays.ts'
import * as school from './actions.ts'
import * as atRisk from './at-risk.ts'
import { remindAdvisor as remind } from './remind-advisor.ts'
import { getSchoolSummary as summarizeSchool } from './summary.ts'

export function schoolRoutes(app: FastifyInstance, context: Context): void {
  serveRead(app, context, getSchool, ({ context }) => school.getSchool(context))

  const summary = shareRead(() => summarizeSchool(context))
  serveRead(app, context, getSchoolSummary, async ({ request }) => ({
    ...(await summary()),
    isProxyUnheard: isProxyUntrusted(request),
  }))

  const atRiskCounts = shareRead(() => atRisk.getAtRiskCounts(context))
  serveRead(app, context, getAtRiskCounts, () => atRiskCounts())
  serve(app, context, remindAdvisor, async ({ context, session, body }) => {
    await remind(context, session.personId, body.value.advisor)
    return { message: reminderSentMessage }
  })
  serveList(app, context, listStudentsAtRisk, ({ context, query }) =>
    atRisk.listStudentsAtRisk(context, query),
  )
  serveList(app, context, listInactivePeople, ({ context, query }) =>
    atRisk.listInactive(context, query),
  )
  settingsRoutes(app, context)
}

function settingsRoutes(app: FastifyInstance, context: Context): void {
  serveRead(app, context, getSchoolSettings, ({ context }) => school.getSettings(context))

  serve(app, context, saveSchoolSettings, async ({ context, body }) => ({
    message: schoolSettingsSavedMessage,
    settings: await school.saveSettings(context, body),
  }))

  serveRead(app, context, getHolidayEffects, ({ context, query }) =>
    findHolidayEffects(context, query),
  )

  const limit = makeRateLimiter(context, testMailsPerMinute)
  // The first step waits for the mail server, which must not happen within a transaction.
  serveWithPreparation(
    app,
    context,
    testMailServer,
    ({ context, session, body }) => {
      enforceRateLimit(limit, session.personId)
      return school.tryMailServer(context, { ...body, to: body.to ?? session.email })
    },
    async ({ context, session, body }, answer) => {
      await school.recordTestMail(context, body.to ?? session.email)
      return answer
    },
  )
}
