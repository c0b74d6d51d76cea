import { z } from 'zod'
import { Invitation } from '../accounts/links/invitation.ts'
import { DomainName } from '../domains.ts'
import { endpoint, listEndpoint } from '../kit/endpoint.ts'
import { addableRoles } from '../roles.ts'

/**
 * Why a student is at risk: the review waits for a slot past its date; the week is on for the third
 * time or more; the last mark is 'Task Critical'; nobody who can act advises them; the slot passed two
 * days ago without marks; it was marked and due two days ago, and nobody has decided.
 */
export const riskReasons = [
  ...(['overdue', 'repeated', 'critical', 'no-advisor'] as const),
  ...(['unmarked', 'undecided'] as const),
] as const
export const RiskReason = z.enum(riskReasons)
export type RiskReason = z.infer<typeof RiskReason>

const Named = z.object({ _id: z.string(), name: z.string() })

/** Invited for days and never came, or came once and has not signed in for long. */
const inactivityReasons = ['invited', 'away'] as const
export const InactivityReason = z.enum(inactivityReasons)
export type InactivityReason = z.infer<typeof InactivityReason>

/** How many people need somebody, and for what. */
export const AtRiskCounts = z.object({
  /**
   * The overdue reviews by advisor (null: nobody's), the most first, of ten advisors at most, and
   * whether an admin has reminded them today.
   */
  overdueByAdvisor: z.array(
    z.object({ advisor: Named.nullable(), reviews: z.number(), remindedToday: z.boolean() }),
  ),
  /** How many students are at risk, in all and for each reason. */
  studentsAtRisk: z.number(),
  atRisk: z.record(RiskReason, z.number()),
  /** How many people are absent in each way. */
  absent: z.record(InactivityReason, z.number()),
  /** The weeks that students stand in and that have no task, the most students first, ten at most. */
  weeksWithoutTask: z.array(
    z.object({ domain: DomainName, week: z.number(), students: z.number() }),
  ),
})
export type AtRiskCounts = z.infer<typeof AtRiskCounts>

const watching = { role: 'admin', may: 'watch the school' } as const

export const getAtRiskCounts = endpoint({
  ...watching,
  method: 'GET',
  path: '/people-in-need',
  summary:
    'Counts students at risk and people who have not signed in, with reasons, and lists weeks without a task',
  reply: AtRiskCounts,
})

/** A student at risk, as their open review stands. */
export const StudentAtRisk = z.object({
  _id: z.string(),
  name: z.string(),
  domain: DomainName.nullable(),
  week: z.number(),
  advisor: Named.nullable(),
  /** The open review, and when it is due: an ISO instant. */
  review: z.object({ _id: z.string(), date: z.string() }),
  reasons: z.array(RiskReason),
  /** Who is to be reminded (`remindResponsiblePerson`) of marks or a decision; null where that is nobody. */
  toRemind: Named.nullable(),
  remindedToday: z.boolean(),
})
export type StudentAtRisk = z.infer<typeof StudentAtRisk>

export const listStudentsAtRisk = listEndpoint({
  ...watching,
  path: '/students-at-risk',
  summary: 'Lists students at risk with the reasons, earliest due first',
  query: {
    reason: RiskReason.optional(),
    /** The id of whoever advises them. */
    advisor: z.string().max(100).optional(),
    /** The id of the one student who is asked about. */
    student: z.string().max(100).optional(),
  },
  item: StudentAtRisk,
})

export const InactivePerson = Named.extend({
  email: z.string(),
  role: z.enum(addableRoles),
  why: InactivityReason,
  /** When they were invited first; when they last signed in, or null if that is not known. */
  invitedAt: z.string(),
  lastSeenAt: z.string().nullable(),
  /** Of somebody who was invited and never came, else null. */
  invitation: Invitation.nullable(),
})
export type InactivePerson = z.infer<typeof InactivePerson>

export const listInactivePeople = listEndpoint({
  ...watching,
  path: '/absent-people',
  summary:
    'Lists people who were invited but never signed in, and people who have not signed in for a long time',
  query: { why: InactivityReason.optional() },
  item: InactivePerson,
})
