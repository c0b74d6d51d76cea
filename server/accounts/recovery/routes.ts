import type { FastifyInstance } from 'fastify'
import {
  passwordReset,
  passwordResetSent,
  resetPassword,
  sendPasswordReset,
} from '#contract/accounts/recovery.ts'
import { addableRoles, roles } from '#contract/roles.ts'
import { serve, serveInSteps } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { hashNewPassword } from '../password.ts'
import * as recovery from './actions.ts'

export function recoveryRoutes(app: FastifyInstance, context: Context): void {
  for (const role of addableRoles) {
    serve(app, context, sendPasswordReset[role], async ({ context, body }) => {
      await recovery.sendPasswordReset(context, role, body.id)
      return { message: passwordResetSent }
    })
  }
  for (const role of roles) {
    serveInSteps(
      app,
      context,
      resetPassword[role],
      async ({ context, params, body }) => {
        await recovery.findReset(context, role, params.id)
        return hashNewPassword(context, body.password)
      },
      async ({ context, params }, hash) => {
        await recovery.resetPassword(context, role, params.id, hash)
        return { message: passwordReset }
      },
    )
  }
}
