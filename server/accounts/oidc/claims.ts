import { z } from 'zod'

/** Methods beside a password (RFC 8176). Alone, each is one factor. */
const otherFactors = new Set([
  ...['otp', 'hwk', 'swk', 'sc', 'sms', 'tel'],
  ...['fpt', 'face', 'iris', 'retina', 'vbm'],
])

const Claims = z.looseObject({ amr: z.array(z.string()) })

/** Whether an ID token says that two factors were used (`amr`). */
export function hasSecondFactor(claims: unknown): boolean {
  const read = Claims.safeParse(claims)
  if (!read.success) return false
  const methods = new Set(read.data.amr)
  if (methods.has('mfa')) return true
  return methods.size > 1 && [...methods].some((one) => otherFactors.has(one))
}

/** Some providers write a boolean as text or number. */
const True = z.literal([true, 'true', 1, '1'])

const VerifiedEmail = z.union([
  z.looseObject({ email: z.email().toLowerCase(), email_verified: True }),
  // Microsoft Entra's own name for it, which it sends instead.
  z.looseObject({
    email: z.email().toLowerCase(),
    email_verified: z.undefined().optional(),
    xms_edov: True,
  }),
])

/** The email that the provider has verified, in lower case; undefined if it has not. */
export function readVerifiedEmail(claims: unknown): string | undefined {
  const read = VerifiedEmail.safeParse(claims)
  return read.success ? read.data.email : undefined
}
