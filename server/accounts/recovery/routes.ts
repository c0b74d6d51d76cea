import type { FastifyInstance } from 'fastify'
import { accountRefusals } from '#contract/accounts/accounts.ts'
import {
  forgotPassword,
  formatForgotPasswordReply,
  passwordResetMessage,
  passwordResetSentMessage,
  resetPassword,
  sendPasswordReset,
} from '#contract/accounts/links/password-reset.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { forgotPasswordRequestsPerNetworkHour } from '#contract/limits/accounts.ts'
import { roles } from '#contract/roles.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { serve, serveWithPreparation } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { getNetwork } from '#server/kit/limits/client-network.ts'
import { enforceRateLimit, makeRateLimiter } from '#server/kit/limits/rate-limit.ts'
import { arePasswordsOff, refusePasswordlessPerson } from '../may-use-password.ts'
import { hashNewPassword } from '../password.ts'
import * as recovery from './actions.ts'
import { requestPasswordReset } from './forgot-password.ts'
import { refuseRevokedPassword } from './revoked-password.ts'

export function recoveryRoutes(app: FastifyInstance, context: Context): void {
  for (const role of roles) {
    serve(app, context, sendPasswordReset[role], async ({ context, body }) => {
      await recovery.sendPasswordReset(context, role, body.id)
      return { message: passwordResetSentMessage }
    })
  }
  const limit = makeRateLimiter(context, forgotPasswordRequestsPerNetworkHour, hourMs)
  for (const role of roles) {
    serveWithPreparation(
      app,
      context,
      forgotPassword[role],
      async ({ context, request }) => {
        if (arePasswordsOff(context, role)) throw new Refused(accountRefusals.passwordsOff)
        enforceRateLimit(limit, getNetwork(request.ip))
      },
      async ({ context, body }) => {
        await requestPasswordReset(context, role, body.email)
        const isMailed = context.settings.smtpUrl !== undefined
        return { message: formatForgotPasswordReply(role), isMailed }
      },
    )

    serveWithPreparation(
      app,
      context,
      resetPassword[role],
      async ({ context, params, body }) => {
        const person = await recovery.findPersonByResetLink(context, role, params.id)
        await refusePasswordlessPerson(context, person)
        await refuseRevokedPassword(context, person.id, body.password)
        return hashNewPassword(context, body.password)
      },
      async ({ context, params }, hash) => {
        await recovery.resetPassword(context, role, params.id, hash)
        return { message: passwordResetMessage }
      },
    )
  }
}
