import type { FastifyInstance } from 'fastify'
import {
  changeEmail,
  confirmationSentMessage,
  confirmEmail,
  emailChangedMessage,
  emailRestoredMessage,
  newPasswordNeededMessage,
  undoEmail,
} from '#contract/accounts/change-email.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { emailChangesPerHour } from '#contract/limits/accounts.ts'
import { roles } from '#contract/roles.ts'
import { serve, serveWithPreparation } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { enforceRateLimit, makeRateLimiter } from '#server/kit/limits/rate-limit.ts'
import { checkPasswordAndCodeIfOn } from '../second-factor/check-credentials.ts'
import * as email from './actions.ts'

export function emailRoutes(app: FastifyInstance, context: Context): void {
  const limit = makeRateLimiter(context, emailChangesPerHour, hourMs)
  for (const role of roles) {
    serveWithPreparation(
      app,
      context,
      changeEmail[role],
      ({ context, session, body, request }) => {
        enforceRateLimit(limit, session.personId)
        return checkPasswordAndCodeIfOn(context, { ...session, address: request.ip }, body)
      },
      async ({ context, session, body, request }, credentials) => {
        const caller = { ...session, address: request.ip }
        await email.requestEmailChange(context, caller, body.email, credentials)
        return { message: confirmationSentMessage }
      },
    )

    serve(app, context, confirmEmail[role], async ({ context, params }) => {
      await email.confirmEmailChange(context, role, params.id)
      return { message: emailChangedMessage }
    })

    serve(app, context, undoEmail[role], async ({ context, params }) => {
      const isMailed = await email.undoEmailChange(context, role, params.id)
      return {
        message: isMailed
          ? `${emailRestoredMessage} ${newPasswordNeededMessage}`
          : emailRestoredMessage,
      }
    })
  }
}
