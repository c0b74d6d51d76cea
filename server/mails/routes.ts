import type { FastifyInstance } from 'fastify'
import {
  listMails,
  mailQueued,
  sendMailAgain,
  sendTestMail,
  testMailPosted,
} from '#contract/mails.ts'
import type { Context } from '#server/kit/context.ts'
import { serve, serveByItself, serveList } from '#server/kit/serve.ts'
import * as mails from './actions.ts'

export function mailRoutes(app: FastifyInstance, context: Context): void {
  serveList(app, context, listMails, ({ context, query }) => mails.listMails(context, query))

  serve(app, context, sendMailAgain, async ({ context, body }) => ({
    message: mailQueued,
    mail: await mails.sendAgain(context, body.id),
  }))

  // It waits for the mail server, which no transaction must do.
  serveByItself(app, context, sendTestMail, async ({ context, session, body }) => ({
    message: testMailPosted,
    mail: await mails.sendTestMail(context, session, body.to),
  }))
}
