import type { FastifyInstance } from 'fastify'
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
import { serve, serveInSteps } from '#server/kit/serve.ts'
import { askerOf } from '../sessions/failures.ts'
import * as secondFactor from './actions.ts'
import { checkOwnPassword, takePasswordAndCode } from './proof.ts'

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  for (const role of roles) {
    serve(app, context, getSecondFactor[role], ({ context, session }) =>
      secondFactor.getSecondFactor(context, session),
    )

    serveInSteps(
      app,
      context,
      beginSecondFactor[role],
      ({ context, session, request, body }) =>
        checkOwnPassword(context, askerOf(session, request), body.password),
      ({ context, session }) => secondFactor.beginSecondFactor(context, session),
    )

    serveInSteps(
      app,
      context,
      confirmSecondFactor[role],
      ({ context, session, request, body }) =>
        secondFactor.prepareConfirmation(context, askerOf(session, request), body),
      async ({ context, session }, confirmation) => ({
        message: secondFactorOn,
        recoveryCodes: await secondFactor.confirmSecondFactor(context, session, confirmation),
      }),
    )

    serveInSteps(
      app,
      context,
      renewRecoveryCodes[role],
      ({ context, session, request, body }) =>
        takePasswordAndCode(context, askerOf(session, request), body),
      async ({ context, session }) => ({
        message: newRecoveryCodesMade,
        recoveryCodes: await secondFactor.renewRecoveryCodes(context, session),
      }),
    )

    serveInSteps(
      app,
      context,
      removeSecondFactor[role],
      ({ context, session, request, body }) =>
        takePasswordAndCode(context, askerOf(session, request), body),
      async ({ context, session }) => {
        await secondFactor.removeSecondFactor(context, session)
        return { message: secondFactorOff }
      },
    )
  }
  for (const role of addableRoles) {
    serve(app, context, resetSecondFactor[role], async ({ context, body }) => {
      await secondFactor.resetSecondFactor(context, role, body.id)
      return { message: secondFactorReset }
    })
  }
  serve(app, context, getRequiredRoles, async ({ context }) => ({
    roles: await secondFactor.getRequiredRoles(context),
  }))

  serve(app, context, setRequiredRoles, async ({ context, body }) => {
    await secondFactor.setRequiredRoles(context, body.roles)
    return { message: requiredRolesSaved }
  })
}
