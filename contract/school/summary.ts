import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'

/** The school's key figures, for the admin's home. */
export const SchoolSummary = z.object({
  students: z.number(),
  advisors: z.number(),
  /** Advisors who are verified and not blocked. */
  activeAdvisors: z.number(),
  reviewers: z.number(),
  domains: z.number(),
  /** Whether any task and any slot exist yet. */
  hasTasks: z.boolean(),
  hasSlots: z.boolean(),
  /** How many domains that are not archived have no task. */
  domainsWithoutTasks: z.number(),
  /** Whether a mail server is configured, and automatic backups are on. */
  hasMailServer: z.boolean(),
  hasBackups: z.boolean(),
  /** People who have not completed their profile: in total, and by role. */
  invited: z.number(),
  invitedStudents: z.number(),
  invitedAdvisors: z.number(),
  invitedReviewers: z.number(),
  blocked: z.number(),
  /** Open reviews without a slot, and how many of them are overdue. */
  reviewsToSchedule: z.number(),
  reviewsOverdue: z.number(),
  /** How many of them can be planned now. The others are due too late (`findPlannableFromDate`). */
  reviewsToPlan: z.number(),
  reviewsScheduled: z.number(),
  /** Counted as in `ConcernReason`. */
  reviewsUnmarked: z.number(),
  reviewsUndecided: z.number(),
  /**
   * Students who are not blocked and whose open review has no active advisor, by former advisor
   * (null: none), most first, up to ten advisors.
   */
  withoutAdvisor: z.array(
    z.object({
      advisor: z.object({ _id: z.string(), name: z.string() }).nullable(),
      students: z.number(),
    }),
  ),
  /** Free upcoming slots within the booking horizon. */
  freeSlots: z.number(),
  /**
   * The first day from tomorrow by which more reviews are due than can be booked
   * (`slot-shortage.ts`): in the whole school, or else in one domain.
   */
  slotsShort: z
    .object({ day: z.string(), due: z.number(), free: z.number(), domain: z.string().nullable() })
    .nullable(),
  /** Mails that failed, and mails that are still unsent after many tries. */
  mailsFailed: z.number(),
  mailsDelayed: z.number(),
  /** Since when automatic backups fail, as an ISO instant; null if they work. */
  backupFailed: z.string().nullable(),
  /**
   * Whether this call came through a proxy that TRUST_PROXY does not name. All people then share
   * the limits on logins and calls.
   */
  isProxyUnheard: z.boolean(),
  /**
   * Until it happens: when old records are first deleted (an ISO instant), and the retention of the
   * audit log and of call records in days.
   */
  firstDeletion: z
    .object({ from: z.string(), trailDays: z.number(), callRecordDays: z.number() })
    .nullable(),
  /** Verified students by week and domain. */
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

export const getSchoolSummary = defineEndpoint({
  role: 'admin',
  may: 'watch the school',
  method: 'GET',
  path: '/summary',
  summary: 'Returns the school’s key figures',
  reply: SchoolSummary,
})
