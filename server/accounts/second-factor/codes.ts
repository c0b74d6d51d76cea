import { randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { secondMs } from '#contract/kit/time/durations.ts'
import {
  recoveryCodeCount,
  secondFactorCodeDigits,
  secondFactorCodeDrift,
  secondFactorCodeSeconds,
} from '#contract/limits/accounts.ts'
import { clockSkewMs } from '#server/kit/clock.ts'
import { hashSecret } from '#server/kit/id.ts'

const algorithm = {
  algorithm: 'SHA1',
  digits: secondFactorCodeDigits,
  period: secondFactorCodeSeconds,
} as const
/** As long as the hash, which RFC 4226 recommends. */
const secretBytes = 20

/** Returns a random key for an authenticator app, in base 32. */
export function makeTotpKey(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32
}

/** Returns the key as the otpauth URI that apps scan; they show the issuer and the email. */
export function toOtpAuthUri(key: string, email: string): string {
  const issuer = 'Weekward'
  return new TOTP({ ...algorithm, issuer, label: email, secret: key }).toString()
}

/**
 * Returns the time step that a code belongs to at `now` (ms since 1970), allowing one step of drift
 * either way; undefined if the code is wrong (RFC 6238).
 */
export function findTimeStep(code: string, key: string, now: number): number | undefined {
  const digits = code.replace(/\s/g, '')
  if (!/^\d+$/.test(digits)) return undefined
  const totp = new TOTP({ ...algorithm, secret: key })
  const drift = totp.validate({ token: digits, timestamp: now, window: secondFactorCodeDrift })
  return drift === null ? undefined : Math.floor(now / secondMs / secondFactorCodeSeconds) + drift
}

/**
 * Returns the last time step whose code any process can have accepted by `now` (ms since 1970). A
 * later stored step comes from before the clock was set back, and is ignored.
 */
export function getMaxTimeStep(now: number): number {
  return (
    Math.floor((now + clockSkewMs) / secondMs / secondFactorCodeSeconds) + secondFactorCodeDrift
  )
}

/** Without 0 and 1, which look like letters: 32 characters of 5 random bits each. */
const signs = 'abcdefghijklmnopqrstuvwxyz234567'
/** Four groups of six are 120 bits: long enough to need neither a slow hash nor a salt. */
const groups = 4
const groupLength = 6

/** Returns new recovery codes as they are shown, such as `k7maqx-w4tdce-rnb2ha-ys5kfl`. */
export function makeRecoveryCodes(): string[] {
  const sign = () => signs[randomInt(signs.length)]
  const group = () => Array.from({ length: groupLength }, sign).join('')
  const code = () => Array.from({ length: groups }, group).join('-')
  return Array.from({ length: recoveryCodeCount }, code)
}

/** Hashes a recovery code, ignoring case and separators; undefined if it cannot be one. */
export function hashRecoveryCode(typed: string): string | undefined {
  const bare = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return bare.length === groups * groupLength ? hashSecret(bare) : undefined
}
