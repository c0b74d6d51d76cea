import type { FastifyInstance } from 'fastify'
import { checkConfirmEmail, checkUndoEmail } from '#contract/accounts/change-email.ts'
import { checkInvitation, checkPasswordReset } from '#contract/accounts/links/check-links.ts'
import { roles } from '#contract/roles.ts'
import { toReference } from '#server/database/column-values.ts'
import { serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { listAssignedDomains } from '#server/people/join.ts'
import { checkConfirmationLink, findConfirmedChange } from './email/actions.ts'
import { findPersonByInvitation } from './invitations/actions.ts'
import { mayUsePassword } from './may-use-password.ts'
import { findPersonByResetLink } from './recovery/actions.ts'

const good = { isGood: true } as const

/** Serves the checks that pages opened from a mailed link make before they show a form. */
export function linkCheckRoutes(app: FastifyInstance, context: Context): void {
  for (const role of roles) {
    serveRead(app, context, checkInvitation[role], async ({ context, params }) => {
      const invited = await findPersonByInvitation(context, role, params.id)
      return {
        ...good,
        hasPassword: invited.password_hash !== null,
        usesPassword: await mayUsePassword(context, invited),
        domain: toReference(invited.domain_id, invited.domain_name),
        domains: role === 'reviewer' ? await listAssignedDomains(context, invited.id) : [],
        phoneNumbers: context.settings.phoneNumbers,
      }
    })

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
