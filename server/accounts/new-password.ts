import { accountRefusals } from '#contract/accounts.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { hashPassword } from './password.ts'
import { isMostUsed } from './used-passwords.ts'

/**
 * Hashes a password that somebody is to have from now on. Refuses the most used ones, beside the
 * field that it was typed into.
 */
export async function hashNewPassword(
  { change }: Pick<Context, 'change'>,
  password: string,
  field = 'password',
): Promise<string> {
  if (await isMostUsed(password)) {
    const { mostUsedPassword } = accountRefusals
    throw new Refused(mostUsedPassword, { errors: { [field]: mostUsedPassword.message } })
  }
  return hashPassword(password, change?.address)
}
