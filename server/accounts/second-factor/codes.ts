import { randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { secondMs } from '#contract/kit/time/time.ts'
import { codeDigits, codeDrift, codeSeconds, recoveryCodesMade } from '#contract/limits/accounts.ts'
import { clockSkewMs } from '#server/kit/clock.ts'
import { hashSecret } from '#server/kit/id.ts'

const algorithm = { algorithm: 'SHA1', digits: codeDigits, period: codeSeconds } as const
/** As long as the hash, which RFC 4226 recommends. */
const secretBytes = 20

/** A fresh key for an authenticator app, in base 32. */
export function makeTotpKey(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32
}

/** The key as the otpauth address that apps scan; they show the school and the email with it. */
export function toOtpAuthUri(key: string, email: string): string {
  const issuer = 'Weekward'
  return new TOTP({ ...algorithm, issuer, label: email, secret: key }).toString()
}

/**
 * The time step whose code this is, at an instant (ms since 1970), one step of drift either way;
 * undefined if it is none of theirs (RFC 6238).
 */
export function findTimeStep(code: string, key: string, now: number): number | undefined {
  const digits = code.replace(/\s/g, '')
  if (!/^\d+$/.test(digits)) return undefined
  const totp = new TOTP({ ...algorithm, secret: key })
  const drift = totp.validate({ token: digits, timestamp: now, window: codeDrift })
  return drift === null ? undefined : Math.floor(now / secondMs / codeSeconds) + drift
}

/**
 * The last time step of which a code can have been taken by an instant (ms since 1970), by any
 * process. A later one was taken before the clock was set back, and says nothing of codes of now.
 */
export function getLastTimeStep(now: number): number {
  return Math.floor((now + clockSkewMs) / secondMs / codeSeconds) + codeDrift
}

/** Neither 0 nor 1, which look like letters: 32 signs, of which each holds 5 random bits. */
const signs = 'abcdefghijklmnopqrstuvwxyz234567'
/** Four groups of six are 120 bits: what is that long needs no slow hash, and no salt. */
const groups = 4
const groupLength = 6

/** Fresh recovery codes as they are shown, such as `k7maqx-w4tdce-rnb2ha-ys5kfl`. */
export function makeRecoveryCodes(): string[] {
  const sign = () => signs[randomInt(signs.length)]
  const group = () => Array.from({ length: groupLength }, sign).join('')
  const code = () => Array.from({ length: groups }, group).join('-')
  return Array.from({ length: recoveryCodesMade }, code)
}

/** What is kept of a recovery code, however it was typed; undefined if it cannot be one. */
export function hashRecoveryCode(typed: string): string | undefined {
  const bare = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return bare.length === groups * groupLength ? hashSecret(bare) : undefined
}
