import { accountRefusals } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { findFirstAdmin } from '#server/people/actions.ts'

type Who = { id: string; role: Role; email: string }

/** Whether nobody of a role signs in with a password (OIDC_ONLY). One of the admins always does. */
export function arePasswordsOff({ settings }: Pick<Context, 'settings'>, role: Role): boolean {
  return settings.oidc?.passwordAdmin !== undefined && role !== 'admin'
}

/** Whether a person signs in with a password. With OIDC_ONLY only one admin does. */
export async function mayUsePassword(context: Context, person: Who): Promise<boolean> {
  const only = context.settings.oidc?.passwordAdmin
  if (only === undefined) return true
  if (person.role !== 'admin') return false
  return only === 'first'
    ? person.id === (await findFirstAdmin(context))
    : person.email === only.email
}

/** Whether an invited person will choose a password. The first admin is not invited. */
export function isInvitedWithPassword(
  { settings }: Pick<Context, 'settings'>,
  { role, email }: Omit<Who, 'id'>,
): boolean {
  const only = settings.oidc?.passwordAdmin
  if (only === undefined) return true
  return role === 'admin' && only !== 'first' && email === only.email
}

/** Refuses a call about the password of a person who signs in without one. */
export async function refusePasswordlessPerson(context: Context, person: Who): Promise<void> {
  if (!(await mayUsePassword(context, person))) throw new Refused(accountRefusals.passwordsOff)
}
