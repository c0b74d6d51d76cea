import { commonPasswordsRefused } from '#contract/limits/accounts.ts'
import { passwordMinLength } from '#contract/limits/limits.ts'

let read: Promise<ReadonlySet<string>> | undefined

/**
 * Returns the most common passwords that meet the minimum length, in lower case. The package lists
 * them by rank. They take 15 MiB, so they are loaded when the first password is set.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(
    dictionary['passwords-common']
      .filter((password) => password.length >= passwordMinLength)
      .slice(0, commonPasswordsRefused),
  )
}

/** Whether a password is one of the most common ones, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  read ??= loadCommonPasswords()
  return (await read).has(password.toLowerCase())
}
