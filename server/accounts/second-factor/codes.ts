import { randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { codeDigits, codeDrift, codeSeconds, recoveryCodesMade } from '#contract/limits.ts'
import { secondMs } from '#server/kit/clock.ts'

const algorithm = { algorithm: 'SHA1', digits: codeDigits, period: codeSeconds } as const
/** As long as the hash, which RFC 4226 recommends. */
const secretBytes = 20

/** A fresh key for an authenticator app, in base 32. */
export function newKey(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32
}

/** The key as the otpauth address that apps scan; they show the school and the email with it. */
export function uriOf(key: string, email: string): string {
  const issuer = 'Weekward'
  return new TOTP({ ...algorithm, issuer, label: email, secret: key }).toString()
}

/**
 * The time step whose code this is, at an instant (ms since 1970), one step of drift either way;
 * undefined if it is none of theirs (RFC 6238).
 */
export function stepOf(code: string, key: string, now: number): number | undefined {
  const digits = code.replace(/\s/g, '')
  if (!/^\d+$/.test(digits)) return undefined
  const totp = new TOTP({ ...algorithm, secret: key })
  const drift = totp.validate({ token: digits, timestamp: now, window: codeDrift })
  return drift === null ? undefined : Math.floor(now / secondMs / codeSeconds) + drift
}

/** Neither 0 nor 1, which look like letters: 32 signs, and ten of them are 50 random bits. */
const signs = 'abcdefghijklmnopqrstuvwxyz234567'
const half = 5

/** Fresh recovery codes as they are shown, such as `k7maq-xw4td`. */
export function newRecoveryCodes(): string[] {
  const part = () => Array.from({ length: half }, () => signs[randomInt(signs.length)]).join('')
  return Array.from({ length: recoveryCodesMade }, () => `${part()}-${part()}`)
}

/** What counts of a recovery code, however it was typed; undefined if it cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  const bare = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return bare.length === 2 * half ? bare : undefined
}
