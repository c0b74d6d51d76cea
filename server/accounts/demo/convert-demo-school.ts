import { demoMailDomain } from '#contract/school/school.ts'
import { makeCommandAuditSource } from '#server/kit/call/audit.ts'
import { endApiTokens } from '#server/kit/call/session/api-token.ts'
import { endPersonSessions } from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import * as people from '#server/people/actions.ts'
import { blockAllWithEmailDomain } from '#server/people/block.ts'
import { clearDemoFlag } from '#server/school/actions.ts'
import { invitations, passwordResets } from '../link-queries.ts'
import { hashNewPassword } from '../password.ts'
import { switchOffSecondFactor } from '../second-factor/actions.ts'

/** Thrown if no admin would be left to sign in. */
export class NoAdminLeft extends Error {}

/**
 * Turns a demo school that real people already use into an ordinary school. Blocks the demo people
 * and ends their passwords, second factors, sessions, links and invitations; everything else stays.
 * Returns how many people were blocked, and the email of the admin who was added, if any:
 * `firstAdmin` is added if no other admin is left. Throws NoAdminLeft if there is none to add.
 * Refuses an email in use and a common password.
 */
export async function convertDemoSchool(
  context: Context,
  firstAdmin: { email: string; password: string } | undefined,
): Promise<{ blocked: number; added: string | undefined }> {
  const hash = firstAdmin && (await hashNewPassword(context, firstAdmin.password))
  return inTransaction({ ...context, change: makeCommandAuditSource('start-over') }, async (tx) => {
    const { ids, blocked } = await blockAllWithEmailDomain(tx, demoMailDomain)
    for (const id of ids) {
      await invitations.remove(tx.db, { personId: id })
      await passwordResets.remove(tx.db, { personId: id })
      await switchOffSecondFactor(tx, id)
      await endPersonSessions(tx, id)
      await endApiTokens(tx, id)
    }
    await clearDemoFlag(tx)
    const done = { blocked, added: undefined }
    if (await people.hasAdmin(tx)) return done
    if (!firstAdmin || !hash) throw new NoAdminLeft()
    await people.createPerson(tx, { role: 'admin', name: 'Admin', email: firstAdmin.email }, hash)
    return { ...done, added: firstAdmin.email }
  })
}
