import type { FastifyInstance } from 'fastify'
import { testMailsPerMinute } from '#contract/limits/mails.ts'
import {
  listMails,
  mailQueuedMessage,
  sendMailAgain,
  sendTestMail,
  testMailMessages,
} from '#contract/mails.ts'
import { serve, serveList, serveWithPreparation } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { enforceRateLimit, makeRateLimiter } from '#server/kit/limits/rate-limit.ts'
import * as mails from './actions.ts'

export function mailRoutes(app: FastifyInstance, context: Context): void {
  serveList(app, context, listMails, ({ context, query }) => mails.listMails(context, query))

  serve(app, context, sendMailAgain, async ({ context, body }) => ({
    message: mailQueuedMessage,
    mail: await mails.sendAgain(context, body.id),
  }))

  const limit = makeRateLimiter(context, testMailsPerMinute)
  // The first step waits for the mail server, which must not happen in a transaction.
  serveWithPreparation(
    app,
    context,
    sendTestMail,
    ({ context, session, body }) => {
      enforceRateLimit(limit, session.personId)
      return mails.sendTestMail(context, session, body.to)
    },
    async ({ context }, id) => {
      const mail = await mails.getMail(context, id)
      const { state } = mail
      // Test mails are never dropped in practice.
      return { message: testMailMessages[state === 'dropped' ? 'failed' : state], mail }
    },
  )
}
