import { z } from 'zod'
import { InvitationDates } from '../accounts/links/invitation-dates.ts'
import { DomainName } from '../domains/domain.ts'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { Concern, ConcernReason } from '../progress/concern.ts'
import { profileRoles } from '../roles.ts'

const Named = z.object({ _id: z.string(), name: z.string() })

/** invited: never signed in, days after the invitation. away: not signed in for a long time. */
const inactivityReasons = ['invited', 'away'] as const
export const InactivityReason = z.enum(inactivityReasons)
export type InactivityReason = z.infer<typeof InactivityReason>

/** Counts of people who need attention, by reason. */
export const AtRiskCounts = z.object({
  /**
   * Overdue reviews by advisor (null: none), most first, up to ten advisors, and whether an admin
   * has reminded them today.
   */
  overdueByAdvisor: z.array(
    z.object({ advisor: Named.nullable(), reviews: z.number(), remindedToday: z.boolean() }),
  ),
  /** Students at risk, in total and by reason. */
  studentsAtRisk: z.number(),
  atRisk: z.record(ConcernReason, z.number()),
  /** Inactive people by reason. */
  absent: z.record(InactivityReason, z.number()),
  /** Current weeks of students that have no task, most students first, up to ten. */
  weeksWithoutTask: z.array(
    z.object({ domain: DomainName, week: z.number(), students: z.number() }),
  ),
})
export type AtRiskCounts = z.infer<typeof AtRiskCounts>

const watching = { role: 'admin', may: 'watch the school' } as const

export const getAtRiskCounts = defineEndpoint({
  ...watching,
  method: 'GET',
  path: '/people-in-need',
  summary:
    'Counts students at risk and people who have not signed in, with reasons, and lists weeks without a task',
  reply: AtRiskCounts,
})

/** A student at risk, with their open review. */
export const StudentAtRisk = z.object({
  _id: z.string(),
  name: z.string(),
  domain: DomainName.nullable(),
  week: z.number(),
  advisor: Named.nullable(),
  /** The open review with its due date, an ISO instant. */
  review: z.object({ _id: z.string(), date: z.string() }),
  reasons: z.array(ConcernReason),
  /** The same with since when. */
  concern: z.array(Concern),
  /**
   * Who is to be reminded (`remindResponsiblePerson`) of marks or a decision; null where that is
   * nobody.
   */
  toRemind: Named.nullable(),
  remindedToday: z.boolean(),
})
export type StudentAtRisk = z.infer<typeof StudentAtRisk>

export const listStudentsAtRisk = defineListEndpoint({
  ...watching,
  path: '/students-at-risk',
  summary: 'Lists students at risk with the reasons, earliest due first',
  query: {
    reason: ConcernReason.optional(),
    advisor: z.string().max(100).optional(),
    /** The id of a single student. */
    student: z.string().max(100).optional(),
  },
  item: StudentAtRisk,
})

export const InactivePerson = Named.extend({
  email: z.string(),
  role: z.enum(profileRoles),
  why: InactivityReason,
  /** When they were first invited, and when they last signed in (null if unknown). */
  invitedAt: z.string(),
  lastSeenAt: z.string().nullable(),
  /** For people who never signed in, else null. */
  invitation: InvitationDates.nullable(),
})
export type InactivePerson = z.infer<typeof InactivePerson>

export const listInactivePeople = defineListEndpoint({
  ...watching,
  path: '/absent-people',
  summary:
    'Lists people who were invited but never signed in, and people who have not signed in for a long time',
  query: { why: InactivityReason.optional() },
  item: InactivePerson,
})
