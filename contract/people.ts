import { z } from 'zod'
import { Invitation } from './accounts/invitation.ts'
import { DomainName } from './domains.ts'
import { endpoint, listEndpoint, sortBy } from './kit/endpoint.ts'
import { phoneNumberForms } from './kit/phone-numbers.ts'
import { refusal } from './kit/refusal.ts'
import { requiredText } from './kit/text.ts'
import { firstWeek, lastWeek, lineMaxLength, mobileNumberLength } from './limits.ts'
import { abilities, addableRoles, forRoles } from './roles.ts'

export const genders = ['male', 'female'] as const
export const Gender = z.enum(genders, { error: 'Gender is required' })
export type Gender = z.infer<typeof Gender>

const GivenNumber = z
  .string({ error: 'Mobile number is required' })
  .trim()
  .min(1, 'Mobile number is required')

/** Exactly ten digits (specification, section 5). */
const TenDigits = GivenNumber.min(mobileNumberLength, 'Must be at least 10 numbers')
  .max(mobileNumberLength, 'Must be at less than 10 numbers')
  .regex(/^\d*$/, 'Please use digits only')

export const wrongInternationalNumber =
  'Please give the whole number with the code of its country, such as +49 1512 3456789'

/** A number with the code of its country, as people write it; the server knows which there are. */
const International = GivenNumber.regex(/^\+[\d\s()./-]{5,30}$/, wrongInternationalNumber)

/** How a mobile number is judged, by how the school's people give theirs. */
export const MobileNumberAs = { 'ten-digits': TenDigits, international: International }

/** A mobile number of any school; which of both it must be, its setting says. */
export const MobileNumber = GivenNumber.superRefine((number, refusal) => {
  if (International.safeParse(number).success) return
  for (const { message } of TenDigits.safeParse(number).error?.issues ?? []) {
    refusal.addIssue({ code: 'custom', message })
  }
})

export const Address = requiredText('Address is required', lineMaxLength)

/** What a person may change in their own profile, and nothing else. */
export const ProfileEdit = z.object({ number: MobileNumber, address: Address })
export type ProfileEdit = z.input<typeof ProfileEdit>

/** What `domain` holds: a student has one, a reviewer several. */
const DomainsOfRole = z.union([z.array(DomainName), DomainName])

/** A profile of any role: a student's has one domain and a week, a reviewer's a list of domains. */
export const Profile = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  dob: z.string().nullable(),
  age: z.number().nullable(),
  gender: Gender.nullable(),
  /** In ten digits, or as E.164 has it. */
  number: z.string().nullable(),
  /** The same as its country writes it. */
  shownNumber: z.string().nullable(),
  /** How numbers are given in this school. */
  phoneNumbers: z.enum(phoneNumberForms),
  address: z.string().nullable(),
  qualification: z.string().nullable(),
  isProfileVerified: z.boolean(),
  isBlocked: z.boolean(),
  domain: DomainsOfRole.nullable().optional(),
  week: z.number().optional(),
})
export type Profile = z.infer<typeof Profile>

/**
 * One row of the admin's lists. `domain` is a student's one domain, a reviewer's list of domains, and
 * null for an advisor; `week` is null for all but students.
 */
export const ListedPerson = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  isProfileVerified: z.boolean(),
  isBlocked: z.boolean(),
  domain: DomainsOfRole.nullable(),
  /** The same as a list for every role, by name. */
  domains: z.array(DomainName),
  week: z.number().nullable(),
  hasSecondFactor: z.boolean(),
  /** Of somebody who is verified null. */
  invitation: Invitation.nullable(),
  /** The newest mail to them that was given up, and what the mail server said; null if none was. */
  failedMail: z.object({ at: z.string(), answer: z.string() }).nullable(),
  /**
   * Of an advisor: how many students they advise, and how many of these have an open review that
   * waits for a slot and is past its date; of all others null. Who is blocked does not count.
   */
  students: z.number().nullable(),
  overdueReviews: z.number().nullable(),
})
export type ListedPerson = z.infer<typeof ListedPerson>

export const peopleRefusals = {
  unknownStudent: refusal(404, 'This student does not exist'),
  unknownPerson: refusal(404, 'This person does not exist'),
}

export const profileUpdated = 'Profile update successfully.'

export const getProfile = forRoles(abilities['keep a profile'], (role) =>
  endpoint({
    role,
    may: 'keep a profile',
    method: 'GET',
    path: '/profile',
    summary: 'The profile of the one who asks',
    reply: Profile,
  }),
)

export const editProfile = forRoles(abilities['keep a profile'], (role) =>
  endpoint({
    role,
    may: 'keep a profile',
    method: 'PUT',
    path: '/edit-profile',
    summary: 'Changes number and address, and nothing else',
    bodyIn: 'userData',
    body: ProfileEdit,
    reply: Profile,
  }),
)

/** The `domain` that filters nothing out. */
export const anyDomain = 'all'

/**
 * The states of students alone: whose open review waits for a slot, and whose is past its date, too.
 */
export const studentStates = ['waiting', 'overdue'] as const

/**
 * What a list of people can be narrowed to: those who are at work (verified and not blocked), whose
 * profile is not complete, who are blocked, who cannot sign in after too many failed logins, to whom
 * a mail did not get.
 */
export const personStates = [
  'active',
  'unverified',
  'blocked',
  'locked',
  'mail-failed',
  ...studentStates,
] as const
export const PersonState = z.enum(personStates)
export type PersonState = z.infer<typeof PersonState>

/** What a list of people can be in order of; one of advisors by what they have to do, too. */
export const peopleSorts = ['name', 'email', 'verified', 'domain', 'week'] as const
export type PeopleSort = (typeof peopleSorts)[number]
export const loadSorts = ['students', 'overdue'] as const
export type LoadSort = (typeof loadSorts)[number]
export const advisorSorts = [...peopleSorts, ...loadSorts] as const
type AdvisorSort = (typeof advisorSorts)[number]

const Weeks = z.union([
  z.coerce.number().int().min(firstWeek).max(lastWeek),
  z.string().regex(/^\d{1,2}-\d{1,2}$/),
])

export const listPeople = forRoles(addableRoles, (listed) =>
  listEndpoint({
    role: 'admin',
    may: 'manage people',
    path: `/all-${listed}`,
    summary: `Every ${listed}, by name or as \`sort\` says`,
    query: {
      /** A part of the name or email; in the list of students also a week, as '5' or 'week 5'. */
      search: z.string().max(200).optional(),
      /** 'true': `search` does not look behind the '@' of an address, unless it has one itself. */
      namesOnly: z.string().max(100).optional(),
      /** The id of a domain of the student or reviewer; advisors have none. */
      domain: z.string().max(100).optional(),
      /** Of students alone: a week, or those from one to another, as '5-6'. */
      week: Weeks.optional(),
      state: PersonState.optional(),
      sort: sortBy<AdvisorSort>(listed === 'advisor' ? advisorSorts : peopleSorts),
    },
    item: ListedPerson,
  }),
)

/** Somebody whom an admin has added, as a list has them, with what is theirs alone. */
export const PersonDetails = ListedPerson.extend({
  role: z.enum(addableRoles),
  /** When they were invited first, an ISO instant. */
  invitedAt: z.string(),
  /** What they say of themselves. */
  profile: Profile.pick({
    ...{ dob: true, age: true, gender: true, number: true, shownNumber: true },
    ...{ address: true, qualification: true },
  }),
})
export type PersonDetails = z.infer<typeof PersonDetails>

export const getPerson = endpoint({
  role: 'admin',
  may: 'manage people',
  method: 'GET',
  path: '/person',
  summary: "One student, advisor or reviewer, as the lists have them, with a reviewer's domains",
  query: z.object({ id: z.string().max(100) }),
  reply: PersonDetails,
  refuses: [peopleRefusals.unknownPerson],
})

export const getStudent = endpoint({
  role: 'admin',
  may: 'manage people',
  method: 'GET',
  path: '/student',
  summary: 'One student, as the list has them',
  query: z.object({ id: z.string().max(100) }),
  reply: ListedPerson,
  refuses: [peopleRefusals.unknownStudent],
})
