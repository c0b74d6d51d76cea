import { z } from 'zod'
import { publicEndpoint } from './kit/endpoint.ts'
import { basePath, type Role, roles } from './roles.ts'

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

/** As what a browser installs the page: each role's own opens at its home. */
export const appManifestPath = (role: Role) => `${basePath[role]}/app.webmanifest`

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
  /** On so many days, today's included, slots can be booked. */
  bookableDays: z.number(),
  /** So many days before it is due a review is planned at the earliest. */
  planEarliestDays: z.number(),
  /** False until it has somebody: nobody can sign in before. */
  isSetUp: z.boolean(),
  /** Filled in at login while the server runs with demo data, else null. */
  demoLogins: z.record(z.enum(roles), DemoLogin).nullable(),
})
export type School = z.infer<typeof School>

/** What a login says of a school that has nobody. */
export const notSetUpMessage =
  'This school is not set up yet. Open the set-up link that the server printed when it started.'

export const getSchool = publicEndpoint('student', {
  method: 'GET',
  path: '/school',
  summary:
    'Returns the school’s name, logo and time zone, whether it is set up and, with demo data, the demo logins',
  reply: School,
})
