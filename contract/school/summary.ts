import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

/** Returns the school’s key figures, for the admin's home. */
export const SchoolSummary = z.object({
  students: z.number(),
  advisors: z.number(),
  reviewers: z.number(),
  domains: z.number(),
  /** Whether any task was written and any slot published yet. */
  hasTasks: z.boolean(),
  hasSlots: z.boolean(),
  /** Whether mails go out by a mail server, and whether the school is backed up by itself. */
  hasMailServer: z.boolean(),
  hasBackups: z.boolean(),
  /**
   * Invited, and the profile not completed yet: all, and those of each role whose list has them.
   */
  invited: z.number(),
  invitedStudents: z.number(),
  invitedAdvisors: z.number(),
  invitedReviewers: z.number(),
  blocked: z.number(),
  /** Open reviews without a slot, and how many of them are past their date. */
  reviewsToSchedule: z.number(),
  reviewsOverdue: z.number(),
  /** How many of them can be planned now: the others are due too late (`findNotPlannedBefore`). */
  reviewsToPlan: z.number(),
  reviewsScheduled: z.number(),
  /**
   * Those whose slot passed without marks, and those that nobody decided, as `RiskReason` has them.
   */
  reviewsUnmarked: z.number(),
  reviewsUndecided: z.number(),
  /**
   * How many students who are not blocked have an open review without an advisor who can act, by
   * who advised them (null: nobody), the most first, of ten advisors at most.
   */
  withoutAdvisor: z.array(
    z.object({
      advisor: z.object({ _id: z.string(), name: z.string() }).nullable(),
      students: z.number(),
    }),
  ),
  /** Slots in the booking horizon that have not begun and are free. */
  freeSlots: z.number(),
  /**
   * The first bookable day, from tomorrow on, until which more is due than can be booked
   * (`shortage.ts`): in the whole school, else in the domain that is named.
   */
  slotsShort: z
    .object({ day: z.string(), due: z.number(), free: z.number(), domain: z.string().nullable() })
    .nullable(),
  /** Mails that were given up, and those that were tried often and are not away. */
  mailsFailed: z.number(),
  mailsDelayed: z.number(),
  /**
   * Since when (an ISO instant) the backup that is made by itself fails; null where it does not.
   */
  backupFailed: z.string().nullable(),
  /**
   * Whether this call came through a proxy that the server has not been told of (TRUST_PROXY): then
   * the limits on logins and calls take all people for one.
   */
  isProxyUnheard: z.boolean(),
  /**
   * While it is still to come: from when on (an ISO instant) old records are deleted for the first
   * time, and for how many days the audit log and the records of calls are kept.
   */
  firstDeletion: z
    .object({ from: z.string(), trailDays: z.number(), callRecordDays: z.number() })
    .nullable(),
  /** How many verified students stand in each week, a row for each week and domain. */
  studentsByWeek: z.array(
    z.object({
      domain: z.string(),
      domainId: z.string(),
      week: z.number(),
      students: z.number(),
    }),
  ),
})
export type SchoolSummary = z.infer<typeof SchoolSummary>

export const getSchoolSummary = endpoint({
  role: 'admin',
  may: 'watch the school',
  method: 'GET',
  path: '/summary',
  summary: 'Returns the school’s key figures',
  reply: SchoolSummary,
})
