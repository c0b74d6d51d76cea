import { z } from 'zod'
import { endpoint, publicEndpoint } from './kit/endpoint.ts'
import { type Role, roles } from './roles.ts'

const DemoLogin = z.object({ email: z.string(), password: z.string() })
type DemoLogin = z.infer<typeof DemoLogin>

export const demoPassword = 'weekward-demo'

/** The four people of the demo data who can be signed in as (contract, section 8). */
export const demoLogins: Record<Role, DemoLogin> = {
  student: { email: 'student@weekward.test', password: demoPassword },
  advisor: { email: 'advisor@weekward.test', password: demoPassword },
  reviewer: { email: 'reviewer@weekward.test', password: demoPassword },
  admin: { email: 'admin@weekward.test', password: demoPassword },
}

/** What all addresses of made-up people end with: no mail can go to one (RFC 2606). */
export const demoDomain = 'weekward.test'

/** The address of the school's logo; a new picture has a new version. */
export const schoolLogoPath = (version: string) => `/school-logo/${version}`

/** What every page needs to know before anybody has signed in. */
export const School = z.object({
  /** The zone in which slots are published and read. */
  timeZone: z.string(),
  /** The server's time: an ISO instant. */
  now: z.string(),
  /** What the school is called: the product's own name where it has not said. */
  name: z.string(),
  /** The address of its logo, if it has one. */
  logo: z.string().nullable(),
  /** Filled in at login while the server runs with demo data, else null. */
  demoLogins: z.record(z.enum(roles), DemoLogin).nullable(),
})
export type School = z.infer<typeof School>

export const getSchool = publicEndpoint('student', {
  method: 'GET',
  path: '/school',
  summary: "The school's name, logo and time zone and, with demo data, the demo logins",
  reply: School,
})

/** How the school stands today, for the admin's home. */
export const SchoolSummary = z.object({
  students: z.number(),
  advisors: z.number(),
  reviewers: z.number(),
  domains: z.number(),
  /** Whether any task was written and any slot published yet. */
  hasTasks: z.boolean(),
  hasSlots: z.boolean(),
  /** Invited, and the profile not completed yet. */
  invited: z.number(),
  blocked: z.number(),
  /** Open reviews without a slot, and how many of them are past their date. */
  reviewsToSchedule: z.number(),
  reviewsOverdue: z.number(),
  reviewsScheduled: z.number(),
  /** Slots in the booking horizon that have not begun and are free. */
  freeSlots: z.number(),
  /** Mails that were given up, and those that were tried often and are not away. */
  mailsFailed: z.number(),
  mailsDelayed: z.number(),
  /**
   * Whether this call came through a proxy that the server has not been told of (TRUST_PROXY): then
   * the limits on logins and calls take all people for one.
   */
  isProxyUnheard: z.boolean(),
  /**
   * While it is still to come: from when on (an ISO instant) old records are deleted for the first
   * time, and for how many days the trail and the records of calls are kept.
   */
  firstDeletion: z
    .object({ from: z.string(), trailDays: z.number(), callRecordDays: z.number() })
    .nullable(),
  /** How many verified students stand in each week, a row for each week and domain. */
  studentsByWeek: z.array(z.object({ domain: z.string(), week: z.number(), students: z.number() })),
})
export type SchoolSummary = z.infer<typeof SchoolSummary>

export const getSchoolSummary = endpoint({
  role: 'admin',
  may: 'watch the school',
  method: 'GET',
  path: '/summary',
  summary: 'How the school stands today',
  reply: SchoolSummary,
})
