import { z } from 'zod'

/** Methods that are a second factor, or contain one (RFC 8176). */
const secondFactors = new Set([
  ...['mfa', 'otp', 'hwk', 'swk', 'sc', 'sms', 'tel'],
  ...['fpt', 'face', 'iris', 'retina', 'vbm'],
])

const Claims = z.looseObject({ amr: z.array(z.string()) })

/** Whether an ID token says that a second factor was used (`amr`). */
export function hasSecondFactor(claims: unknown): boolean {
  const read = Claims.safeParse(claims)
  return read.success && read.data.amr.some((one) => secondFactors.has(one))
}

/** Some providers write a boolean as text or number. */
const True = z.literal([true, 'true', 1, '1'])

const VerifiedEmail = z.union([
  z.looseObject({ email: z.email().toLowerCase(), email_verified: True }),
  // Microsoft Entra's own name for it.
  z.looseObject({ email: z.email().toLowerCase(), xms_edov: True }),
])

/** The email that the provider has verified, in lower case; undefined if it has not. */
export function readVerifiedEmail(claims: unknown): string | undefined {
  const read = VerifiedEmail.safeParse(claims)
  return read.success ? read.data.email : undefined
}
