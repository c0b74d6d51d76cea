import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordMinLength, usedPasswordsRefused } from '#contract/limits.ts'

/** The most used passwords that are long enough, in lower case; the package has them by rank. */
const mostUsed: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= passwordMinLength)
    .slice(0, usedPasswordsRefused),
)

/** Whether a password is among the most used ones, whatever its letter case. */
export function isMostUsed(password: string): boolean {
  return mostUsed.has(password.toLowerCase())
}
