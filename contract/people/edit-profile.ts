import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { requiredText } from '../kit/text/text-schemas.ts'
import { lineMaxLength, mobileNumberLength } from '../limits/limits.ts'
import { abilities, mapRoles } from '../roles.ts'
import { Profile } from './profile.ts'

const GivenNumber = z
  .string({ error: 'Mobile number is required' })
  .trim()
  .min(1, 'Mobile number is required')

/** Exactly ten digits (specification, section 5). */
const TenDigits = GivenNumber.min(mobileNumberLength, 'Must be at least 10 numbers')
  .max(mobileNumberLength, 'Must be at less than 10 numbers')
  .regex(/^\d*$/, 'Please use digits only')

export const wrongInternationalNumberMessage =
  'Please enter the number with its country code, such as +49 1512 3456789'

/**
 * A number with its country code after '+' or '00', in any notation. The server checks that it
 * exists.
 */
const International = GivenNumber.overwrite((number) => number.replace(/^00/, '+')).regex(
  /^\+[\d\s()./-]{5,30}$/,
  wrongInternationalNumberMessage,
)

/** The schemas of a mobile number, by the school's format. */
export const mobileNumberSchemas = { 'ten-digits': TenDigits, international: International }

/** A mobile number in either format. The server checks it against the school's setting. */
export const MobileNumber = GivenNumber.superRefine((number, refusal) => {
  if (International.safeParse(number).success) return
  for (const { message } of TenDigits.safeParse(number).error?.issues ?? []) {
    refusal.addIssue({ code: 'custom', message })
  }
})

export const Address = requiredText('Address is required', lineMaxLength)

/** What people can change in their own profile. */
export const ProfileEdit = z.object({ number: MobileNumber, address: Address })
export type ProfileEdit = z.input<typeof ProfileEdit>

export const profileUpdatedMessage = 'Profile update successfully.'

export const editProfile = mapRoles(abilities['keep a profile'], (role) =>
  defineEndpoint({
    role,
    may: 'keep a profile',
    method: 'PUT',
    path: '/edit-profile',
    summary: 'Updates the caller’s number and address. Other fields are ignored',
    bodyIn: 'userData',
    body: ProfileEdit,
    reply: Profile,
  }),
)
