import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  getSecondFactorRoles,
  newRecoveryCodesMessage,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactorOffMessage,
  secondFactorOnMessage,
  secondFactorResetMessage,
  secondFactorRolesSavedMessage,
  setSecondFactorRoles,
} from '#contract/accounts/second-factor.ts'
import { type Role, roles } from '#contract/roles.ts'
import { serve, serveRead, serveWithPreparation } from '#server/kit/call/serve.ts'
import type { Session } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { checkOwnPassword } from '../check-own-password.ts'
import * as secondFactor from './actions.ts'
import { checkCredentials, makeWrongPasswordRefusal } from './check-credentials.ts'

const toCaller = ({ session, request }: { session: Session; request: FastifyRequest }) => ({
  ...session,
  address: request.ip,
})

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  for (const role of roles) {
    settingUpRoutes(app, context, role)
    changingRoutes(app, context, role)
  }
  for (const role of roles) {
    serve(app, context, resetSecondFactor[role], async ({ context, session, body }) => {
      const adminId = session.personId
      await secondFactor.resetSecondFactor(context, role, { id: body.id, adminId })
      return { message: secondFactorResetMessage }
    })
  }
  serveRead(app, context, getSecondFactorRoles, async ({ context }) => ({
    roles: await secondFactor.getRequiredRoles(context),
  }))

  serve(app, context, setSecondFactorRoles, async ({ context, body }) => {
    await secondFactor.setRequiredRoles(context, body.roles)
    return { message: secondFactorRolesSavedMessage }
  })
}

function settingUpRoutes(app: FastifyInstance, context: Context, role: Role): void {
  serveRead(app, context, getSecondFactor[role], ({ context, session }) =>
    secondFactor.getSecondFactor(context, session),
  )

  serveWithPreparation(
    app,
    context,
    beginSecondFactor[role],
    (call) =>
      checkOwnPassword(
        call.context,
        toCaller(call),
        call.body.password,
        makeWrongPasswordRefusal(),
      ),
    ({ context, session }) => secondFactor.beginSecondFactor(context, session),
  )

  serveWithPreparation(
    app,
    context,
    confirmSecondFactor[role],
    (call) => secondFactor.checkFirstCode(call.context, toCaller(call), call.body),
    async ({ context, session }, prepared) => ({
      message: secondFactorOnMessage,
      recoveryCodes: await secondFactor.confirmSecondFactor(context, session, prepared),
    }),
  )
}

function changingRoutes(app: FastifyInstance, context: Context, role: Role): void {
  serveWithPreparation(
    app,
    context,
    renewRecoveryCodes[role],
    (call) => checkCredentials(call.context, toCaller(call), call.body),
    async (call, credentials) => ({
      message: newRecoveryCodesMessage,
      recoveryCodes: await secondFactor.renewRecoveryCodes(
        call.context,
        toCaller(call),
        credentials,
      ),
    }),
  )

  serveWithPreparation(
    app,
    context,
    removeSecondFactor[role],
    (call) => checkCredentials(call.context, toCaller(call), call.body),
    async (call, credentials) => {
      await secondFactor.removeSecondFactor(call.context, toCaller(call), credentials)
      return { message: secondFactorOffMessage }
    },
  )
}
