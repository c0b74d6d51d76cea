import { z } from 'zod'
import { accountRefusals } from '../accounts/accounts.ts'
import { InvitationDates } from '../accounts/links/invitation-dates.ts'
import { DomainName } from '../domains/domain.ts'
import { defineEndpoint, defineListEndpoint, makeSortSchema } from '../kit/endpoint.ts'
import { courseOutcomes } from '../kit/kinds/course-outcome.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { firstWeek, lastWeek } from '../limits/limits.ts'
import { Turn } from '../reviews/turn.ts'
import { mapRoles, type Role, roles } from '../roles.ts'
import { DomainOrDomains, Profile } from './profile.ts'

/**
 * A row in the admin's lists. `domain` is one domain for students, an array for reviewers and null
 * for advisors. `week` is null except for students.
 */
export const ListedPerson = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  isProfileVerified: z.boolean(),
  isBlocked: z.boolean(),
  /**
   * Whether a student's course is paused, until which date (YYYY-MM-DD) if that is known, and why.
   */
  isPaused: z.boolean(),
  pausedUntil: z.string().nullable(),
  pauseReason: z.string().nullable(),
  /** How a student's course has ended, and why if that was said; null for others. */
  finished: z.enum(courseOutcomes).nullable(),
  finishReason: z.string().nullable(),
  domain: DomainOrDomains.nullable(),
  /** The same as an array for every role, by name. */
  domains: z.array(DomainName),
  week: z.number().nullable(),
  hasSecondFactor: z.boolean(),
  /** Null once the profile is complete. */
  invitation: InvitationDates.nullable(),
  /** The latest mail to them that failed, with the mail server's response; null if none did. */
  failedMail: z.object({ at: z.string(), answer: z.string() }).nullable(),
  /**
   * For advisors, else null: the number of their students who take part, and of those with an
   * overdue review. Blocked, paused and finished students do not count.
   */
  students: z.number().nullable(),
  /** For advisors, else null: the number of their blocked students, and of their paused others. */
  blockedStudents: z.number().nullable(),
  pausedStudents: z.number().nullable(),
  overdueReviews: z.number().nullable(),
  /** For students: their current advisor. Null without one, and for other roles. */
  advisor: z.object({ _id: z.string(), name: z.string(), email: z.string() }).nullable(),
  /** For students, if `withTurn` is set: whom their open review waits for. Otherwise null. */
  turn: Turn.extend({ name: z.string().nullable() }).nullable(),
  /** For students and reviewers, else null: the number of their upcoming booked reviews. */
  bookedReviews: z.number().nullable(),
})
export type ListedPerson = z.infer<typeof ListedPerson>

export const peopleRefusals = {
  unknownStudent: defineRefusal(404, 'This student does not exist'),
  unknownPerson: defineRefusal(404, 'This person does not exist'),
}

/** What is said of a person of a role who is not there. */
export const formatUnknownPerson = (role: Role) =>
  role === 'student' ? peopleRefusals.unknownStudent : accountRefusals.unknownUser

/** The `domain` that does not filter. */
export const allDomainsValue = 'all'

/**
 * States of students who take part: the open review waits for a slot, is overdue, or has no active
 * advisor. And of those who do not: the course is paused, or has ended.
 */
export const studentStates = ['waiting', 'overdue', 'no-advisor', 'paused', 'finished'] as const

/**
 * Filters of people: active (verified, and not blocked, paused or finished), profile not complete,
 * blocked, locked out after failed logins, last mail failed, and the states of students.
 */
export const personStates = [
  'active',
  'unverified',
  'blocked',
  'locked',
  'mail-failed',
  ...studentStates,
] as const
export const PersonStateFilter = z.enum(personStates)
export type PersonStateFilter = z.infer<typeof PersonStateFilter>

/** Sort columns of lists of people. Advisors can also be sorted by their load. */
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

/** The filters and the order of a role's list. */
export const makePeopleFilters = (listed: Role) => ({
  /** Part of the name or email. For students also a week, such as '5' or 'week 5'. */
  search: z.string().max(200).optional(),
  /** 'true': `search` ignores the part of an address after the '@', unless it has one itself. */
  namesOnly: z.string().max(100).optional(),
  /** For students: the id of their present advisor. */
  advisor: z.string().max(100).optional(),
  /** The id of a domain of students or reviewers. */
  domain: z.string().max(100).optional(),
  /** For students: a week, or a range such as '5-6'. */
  week: Weeks.optional(),
  state: PersonStateFilter.optional(),
  sort: makeSortSchema<AdvisorSort>(listed === 'advisor' ? advisorSorts : peopleSorts),
})

export const listPeople = mapRoles(roles, (listed) =>
  defineListEndpoint({
    role: 'admin',
    may: 'manage people',
    path: `/all-${listed}`,
    summary: `Lists all ${listed}s, by name or by \`sort\``,
    query: {
      ...makePeopleFilters(listed),
      /** 'true': students include whom their review waits for. */
      withTurn: z.string().max(100).optional(),
    },
    item: ListedPerson,
  }),
)

/** A person's row in the list, with further details. */
export const PersonDetails = ListedPerson.extend({
  role: z.enum(roles),
  /** When they were first invited, as an ISO instant. */
  invitedAt: z.string(),
  /**
   * When they were blocked, paused or finished and, for advisors, when their students were last
   * handed over, as ISO instants. Null if it can no longer be undone.
   */
  undoable: z.object({
    block: z.string().nullable(),
    pause: z.string().nullable(),
    finish: z.string().nullable(),
    handOver: z.string().nullable(),
  }),
  /** Who is to advise an invited student, if that is an advisor who is not blocked. */
  firstAdvisor: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** How many invited students are to start with this advisor. */
  invitedStudents: z.number(),
  /** The profile they filled in. */
  profile: Profile.pick({
    dob: true,
    age: true,
    gender: true,
    number: true,
    shownNumber: true,
    phoneNumbers: true,
    address: true,
    qualification: true,
  }),
})
export type PersonDetails = z.infer<typeof PersonDetails>

export const getPerson = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'GET',
  path: '/person',
  summary: 'Returns one person of any role, with a reviewer’s domains',
  query: z.object({ id: z.string().max(100) }),
  reply: PersonDetails,
  refuses: [peopleRefusals.unknownPerson],
})

export const getStudent = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'GET',
  path: '/student',
  summary: 'Returns one student',
  query: z.object({ id: z.string().max(100) }),
  reply: ListedPerson,
  refuses: [peopleRefusals.unknownStudent],
})
