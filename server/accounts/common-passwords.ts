import { usedPasswordsRefused } from '#contract/limits/accounts.ts'
import { passwordMinLength } from '#contract/limits.ts'

let read: Promise<ReadonlySet<string>> | undefined

/**
 * The most used passwords that are long enough, in lower case; the package has them by rank. They
 * take 15 MiB, so they are read when the first password is set.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(
    dictionary['passwords-common']
      .filter((password) => password.length >= passwordMinLength)
      .slice(0, usedPasswordsRefused),
  )
}

/** Whether a password is among the most used ones, whatever its letter case. */
export async function isMostUsed(password: string): Promise<boolean> {
  read ??= loadCommonPasswords()
  return (await read).has(password.toLowerCase())
}
