import type { FastifyInstance } from 'fastify'
import { checkConfirmEmail, checkUndoEmail } from '#contract/accounts/change-email.ts'
import { checkInvitation, checkPasswordReset } from '#contract/accounts/links/check-links.ts'
import { addableRoles, roles } from '#contract/roles.ts'
import { serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { checkConfirmationLink, findConfirmedChange } from './email/actions.ts'
import { findPersonByInvitation } from './invitations/actions.ts'
import { findPersonByResetLink } from './recovery/actions.ts'

const good = { isGood: true } as const

/** Serves the checks that pages opened from a mailed link make before they show a form. */
export function linkCheckRoutes(app: FastifyInstance, context: Context): void {
  for (const role of addableRoles) {
    serveRead(app, context, checkInvitation[role], async ({ context, params }) => {
      const { password_hash: hash } = await findPersonByInvitation(context, role, params.id)
      const { phoneNumbers } = context.settings
      return { ...good, hasPassword: hash !== null, phoneNumbers }
    })
  }
  for (const role of roles) {
    serveRead(app, context, checkPasswordReset[role], async ({ context, params }) => {
      await findPersonByResetLink(context, role, params.id)
      return good
    })
    serveRead(app, context, checkConfirmEmail[role], async ({ context, params }) => {
      await checkConfirmationLink(context, role, params.id)
      return good
    })
    serveRead(app, context, checkUndoEmail[role], async ({ context, params }) => {
      await findConfirmedChange(context, role, params.id)
      return good
    })
  }
}
