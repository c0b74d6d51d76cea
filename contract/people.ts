import { z } from 'zod'
import { Invitation } from './accounts/links/invitation.ts'
import { accountRefusals } from './accounts.ts'
import { DomainName } from './domains.ts'
import { endpoint, listEndpoint, sortBy } from './kit/endpoint.ts'
import { refusal } from './kit/refusal.ts'
import { firstWeek, lastWeek } from './limits.ts'
import { Profile, ProfileDomains } from './people/profile.ts'
import { Turn } from './reviews/turn.ts'
import { type AddableRole, addableRoles, forRoles } from './roles.ts'

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
  domain: ProfileDomains.nullable(),
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
  /** Of an advisor: how many they advise beside these who are blocked; of all others null. */
  blockedStudents: z.number().nullable(),
  overdueReviews: z.number().nullable(),
  /** Of a student: who advises them now; null without an advisor, and of all others. */
  advisor: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** Of a student: whom their open review waits for, where `withTurn` asks; else null. */
  turn: Turn.extend({ name: z.string().nullable() }).nullable(),
  /** Of a reviewer: how many reviews are booked with them and still to come; of all others null. */
  bookedReviews: z.number().nullable(),
})
export type ListedPerson = z.infer<typeof ListedPerson>

export const peopleRefusals = {
  unknownStudent: refusal(404, 'This student does not exist'),
  unknownPerson: refusal(404, 'This person does not exist'),
}

/** What is said of a person of a role who is not there. */
export const unknownPerson = (role: AddableRole) =>
  role === 'student' ? peopleRefusals.unknownStudent : accountRefusals.unknownUser

/** The `domain` that filters nothing out. */
export const allDomains = 'all'

/**
 * The states of students alone, who are not blocked: whose open review waits for a slot, whose is past
 * its date, too, and whose has no active advisor.
 */
export const studentStates = ['waiting', 'overdue', 'no-advisor'] as const

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
    summary: `Lists all ${listed}s, by name or by \`sort\``,
    query: {
      /** A part of the name or email; in the list of students also a week, as '5' or 'week 5'. */
      search: z.string().max(200).optional(),
      /** 'true': `search` does not look behind the '@' of an address, unless it has one itself. */
      namesOnly: z.string().max(100).optional(),
      /** 'true': of students it is told whom their review waits for. */
      withTurn: z.string().max(100).optional(),
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
  /**
   * When they were blocked and, of an advisor, when their students were handed over last, as ISO
   * instants; null where that cannot be undone any more.
   */
  undoable: z.object({ block: z.string().nullable(), handOver: z.string().nullable() }),
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
  summary: 'Returns one student, advisor or reviewer, with a reviewer’s domains',
  query: z.object({ id: z.string().max(100) }),
  reply: PersonDetails,
  refuses: [peopleRefusals.unknownPerson],
})

export const getStudent = endpoint({
  role: 'admin',
  may: 'manage people',
  method: 'GET',
  path: '/student',
  summary: 'Returns one student',
  query: z.object({ id: z.string().max(100) }),
  reply: ListedPerson,
  refuses: [peopleRefusals.unknownStudent],
})
