import type { FastifyInstance } from 'fastify'
import {
  addPerson,
  adminJoinedMessage,
  blockUnblock,
  invitationSentMessage,
  listInvitationDomains,
  loggedOutMessage,
  login,
  loginResultField,
  logout,
  passwordSetMessage,
  passwordUpdatedMessage,
  profileCompletedMessage,
  setPassword,
  setProfile,
  updatePassword,
  userAddedMessage,
  userBlockedMessage,
} from '#contract/accounts/accounts.ts'
import {
  describeBulkResult,
  describeBulkUndoResult,
  runBulkAction,
} from '#contract/accounts/bulk-actions.ts'
import {
  changeRole,
  invitationRevokedMessage,
  revokeInvitation,
} from '#contract/accounts/change-invitation.ts'
import {
  endOtherSessions,
  endPersonSessions,
  endSession,
  listPersonSessions,
  listSessions,
  otherSessionsEndedMessage,
  sessionEndedMessage,
} from '#contract/accounts/sessions.ts'
import { describeUndoBlockResult, undoBlock } from '#contract/accounts/undo-block.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import { profileRoles, roles } from '#contract/roles.ts'
import { listDomains } from '#server/domains/actions.ts'
import {
  serve,
  serveList,
  serveRead,
  serveWithoutTransaction,
  serveWithPreparation,
} from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { startInterval } from '#server/kit/interval.ts'
import * as accounts from './actions.ts'
import { apiTokenRoutes } from './api-tokens/routes.ts'
import { applyBulkAction } from './bulk-actions.ts'
import { emailRoutes } from './email/routes.ts'
import { importRoutes } from './imports/routes.ts'
import * as invitations from './invitations/actions.ts'
import { changeRole as inviteAs } from './invitations/change-role.ts'
import { revokeInvitation as revoke } from './invitations/revoke-invitation.ts'
import { linkCheckRoutes } from './link-check-routes.ts'
import { forgetOldNetworks } from './lockouts/known-networks.ts'
import { type LoginLimiter, makeLoginLimiter } from './lockouts/login-rate.ts'
import { lockoutRoutes } from './lockouts/routes.ts'
import { refusePasswordlessPerson } from './may-use-password.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { hashNewPassword } from './password.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { schoolSetUpRoutes } from './school-set-up/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import * as sessions from './sessions/actions.ts'
import * as ownSessions from './sessions/own-sessions.ts'
import * as sessionsOfPerson from './sessions/person-sessions.ts'
import { undoBlock as revertBlock } from './undo-block.ts'

export function accountRoutes(app: FastifyInstance, context: Context): void {
  const limit = makeLoginLimiter(context)
  sessionRoutes(app, context, limit)
  oidcRoutes(app, context, limit)
  apiTokenRoutes(app, context)
  secondFactorRoutes(app, context)
  recoveryRoutes(app, context)
  emailRoutes(app, context)
  invitationRoutes(app, context)
  linkCheckRoutes(app, context)
  schoolSetUpRoutes(app, context)
  adminRoutes(app, context)
  lockoutRoutes(app, context)
  importRoutes(app, context)
  startInterval(app, 6 * hourMs, () => forgetOldNetworks(context))
}

function sessionRoutes(app: FastifyInstance, context: Context, limit: LoginLimiter): void {
  for (const role of roles) {
    serveWithoutTransaction(app, context, login[role], async ({ context, body, request }) => {
      const userAgent = request.headers['user-agent']
      const from = { limit, address: request.ip, userAgent, browserId: body.browser }
      const result = await sessions.login(context, role, body, from)
      return { [loginResultField[role]]: result, ...(role === 'advisor' && { Token: result }) }
    })

    serve(app, context, logout[role], async ({ context, session }) => {
      await sessions.logout(context, session)
      return { message: loggedOutMessage }
    })

    serveList(app, context, listSessions[role], ({ context, session, query }) =>
      ownSessions.listSessions(context, session, query),
    )

    serve(app, context, endSession[role], async ({ context, session, body }) => {
      await ownSessions.endOwnSession(context, session, body.id)
      return { message: sessionEndedMessage }
    })

    serve(app, context, endOtherSessions[role], async ({ context, session }) => {
      await ownSessions.endOwnOtherSessions(context, session)
      return { message: otherSessionsEndedMessage }
    })

    serveWithPreparation(
      app,
      context,
      updatePassword[role],
      ({ context, session, body, request }) =>
        sessions.checkPasswordChange(context, { ...session, address: request.ip }, body),
      async ({ context, session, body }, prepared) => {
        const { renew = false } = body
        const token = await sessions.updatePassword(context, session, prepared, { renew })
        return { message: passwordUpdatedMessage, ...(token === undefined ? {} : { token }) }
      },
    )
  }
  serveList(app, context, listPersonSessions, ({ context, session, query }) =>
    sessionsOfPerson.listPersonSessions(context, session, query),
  )

  serve(app, context, endPersonSessions, async ({ context, session, body }) => ({
    message: await sessionsOfPerson.endPersonSessions(context, session, body.value),
  }))
}

function invitationRoutes(app: FastifyInstance, context: Context): void {
  for (const role of roles) {
    serveWithPreparation(
      app,
      context,
      setPassword[role],
      async ({ context, params, body }) => {
        const invited = await invitations.findPersonByInvitation(context, role, params.id)
        await refusePasswordlessPerson(context, invited)
        return hashNewPassword(context, body.password)
      },
      async ({ context, params }, hash) => {
        const { email } = await invitations.setPassword(context, role, params.id, hash)
        return { message: role === 'admin' ? adminJoinedMessage : passwordSetMessage, email }
      },
    )
  }
  for (const role of profileRoles) {
    serve(app, context, setProfile[role], async ({ context, params, body }) => {
      const { email } = await invitations.setProfile(context, role, params.id, body)
      return { message: profileCompletedMessage, email }
    })
  }
  for (const role of ['student', 'reviewer'] as const) {
    serveRead(app, context, listInvitationDomains[role], async ({ context, params }) => {
      await invitations.findPersonByInvitation(context, role, params.id)
      return (await listDomains(context, { state: 'active', limit: listLimitMax })).items
    })
  }
}

function adminRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, revokeInvitation, async ({ context, body }) => {
    await revoke(context, body.value.id)
    return { message: invitationRevokedMessage }
  })

  serve(app, context, changeRole, async ({ context, body }) => ({
    message: invitationSentMessage,
    inviteUrl: await inviteAs(context, body.value),
  }))

  for (const role of roles) {
    serve(app, context, addPerson[role], async ({ context, body }) => ({
      message: userAddedMessage,
      inviteUrl: await accounts.addPerson(context, role, body),
    }))

    serve(app, context, undoBlock[role], async ({ context, session, body }) => {
      const by = { adminId: session.personId }
      const undone = await revertBlock(context, role, { ...body.value, ...by })
      return { message: describeUndoBlockResult(undone) }
    })

    serve(app, context, blockUnblock[role], async ({ context, body }) => {
      const inviteUrl = await accounts.blockOrUnblock(context, role, body)
      return inviteUrl === undefined
        ? { message: userBlockedMessage }
        : { message: invitationSentMessage, inviteUrl }
    })
  }
  for (const role of profileRoles) {
    serve(app, context, runBulkAction[role], async ({ context, session, body }) => {
      const caller = { adminId: session.personId, role }
      const outcome = await applyBulkAction(context, caller, body)
      const done = outcome.done.length
      const all = done + outcome.refused.length
      const message = body.action.startsWith('undo-')
        ? describeBulkUndoResult(done, all, outcome.slotsLost)
        : describeBulkResult(done, all)
      return { message, ...outcome }
    })
  }
}
