import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getRequiredRoles,
  getSecondFactor,
  newRecoveryCodesMade,
  removeSecondFactor,
  renewRecoveryCodes,
  requiredRolesSaved,
  resetSecondFactor,
  secondFactorOff,
  secondFactorOn,
  secondFactorReset,
  setRequiredRoles,
} from '#contract/accounts/second-factor.ts'
import { addableRoles, roles } from '#contract/roles.ts'
import type { Context } from '#server/kit/context.ts'
import { serve } from '#server/kit/serve.ts'
import type { Session } from '#server/kit/session.ts'
import * as secondFactor from './actions.ts'

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  const asker = ({ session, request }: { session: Session; request: FastifyRequest }) => ({
    ...session,
    address: request.ip,
  })
  for (const role of roles) {
    serve(app, context, getSecondFactor[role], ({ session }) =>
      secondFactor.getSecondFactor(context, session),
    )

    serve(app, context, beginSecondFactor[role], (call) =>
      secondFactor.beginSecondFactor(context, asker(call), call.body),
    )

    serve(app, context, confirmSecondFactor[role], async (call) => ({
      message: secondFactorOn,
      recoveryCodes: await secondFactor.confirmSecondFactor(context, asker(call), call.body),
    }))

    serve(app, context, renewRecoveryCodes[role], async (call) => ({
      message: newRecoveryCodesMade,
      recoveryCodes: await secondFactor.renewRecoveryCodes(context, asker(call), call.body),
    }))

    serve(app, context, removeSecondFactor[role], async (call) => {
      await secondFactor.removeSecondFactor(context, asker(call), call.body)
      return { message: secondFactorOff }
    })
  }
  for (const role of addableRoles) {
    serve(app, context, resetSecondFactor[role], async ({ body }) => {
      await secondFactor.resetSecondFactor(context, role, body.id)
      return { message: secondFactorReset }
    })
  }
  serve(app, context, getRequiredRoles, async () => ({
    roles: await secondFactor.getRequiredRoles(context),
  }))

  serve(app, context, setRequiredRoles, async ({ body }) => {
    await secondFactor.setRequiredRoles(context, body.roles)
    return { message: requiredRolesSaved }
  })
}
