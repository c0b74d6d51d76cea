import { z } from 'zod'
import { DomainName } from '../domains/domain.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { phoneNumberFormats } from '../kit/text/phone-number-formats.ts'
import { abilities, mapRoles } from '../roles.ts'

export const genders = ['male', 'female'] as const
export const Gender = z.enum(genders, { error: 'Gender is required' })
export type Gender = z.infer<typeof Gender>

/** One domain for students, an array for reviewers. */
export const DomainOrDomains = z.union([z.array(DomainName), DomainName])

/** A profile of any role. Students have one domain and a week, reviewers an array of domains. */
export const Profile = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  dob: z.string().nullable(),
  age: z.number().nullable(),
  gender: Gender.nullable(),
  /** Ten digits, or E.164. */
  number: z.string().nullable(),
  /** The same in national notation. */
  shownNumber: z.string().nullable(),
  /** The school's format of mobile numbers. */
  phoneNumbers: z.enum(phoneNumberFormats),
  address: z.string().nullable(),
  qualification: z.string().nullable(),
  isProfileVerified: z.boolean(),
  isBlocked: z.boolean(),
  domain: DomainOrDomains.nullable().optional(),
  week: z.number().optional(),
})
export type Profile = z.infer<typeof Profile>

export const getProfile = mapRoles(abilities['keep a profile'], (role) =>
  defineEndpoint({
    role,
    may: 'keep a profile',
    method: 'GET',
    path: '/profile',
    summary: 'Returns the caller’s profile',
    reply: Profile,
  }),
)
