import { z } from 'zod'
import { definePublicEndpoint } from '../kit/endpoint.ts'
import { basePath, type Role, roles } from '../roles.ts'

const DemoLogin = z.object({ email: z.string(), password: z.string() })
type DemoLogin = z.infer<typeof DemoLogin>

export const demoPassword = 'weekward-demo'

/** The four demo logins (contract, section 8). */
export const demoLogins: Record<Role, DemoLogin> = {
  student: { email: 'student@weekward.test', password: demoPassword },
  advisor: { email: 'advisor@weekward.test', password: demoPassword },
  reviewer: { email: 'reviewer@weekward.test', password: demoPassword },
  admin: { email: 'admin@weekward.test', password: demoPassword },
}

/** The domain of all made-up addresses. It receives no mail (RFC 2606). */
export const demoMailDomain = 'weekward.test'

/** The path of the school's logo. Its version changes with the picture. */
export const getSchoolLogoPath = (version: string) => `/school-logo/${version}`

/** The path of the web app manifest. Each role's opens at its home. */
export const getAppManifestPath = (role: Role) => `${basePath[role]}/app.webmanifest`

/** What every page needs before anyone has signed in. */
export const School = z.object({
  /** The time zone of all slots. */
  timeZone: z.string(),
  /** The server's time, as an ISO instant. */
  now: z.string(),
  /** The school's name, by default the product's. */
  name: z.string(),
  /** The path of its logo, if it has one. */
  logo: z.string().nullable(),
  /** The number of days for which slots can be booked, today included. */
  bookableDays: z.number(),
  /** Reviews are planned at most this many days before they are due. */
  planEarliestDays: z.number(),
  /** Days without slots and due dates, sorted; both dates (YYYY-MM-DD) are included. */
  holidays: z.array(z.object({ from: z.string(), to: z.string(), name: z.string() })),
  /** Whether a mail server is configured: without one no email is sent. */
  hasMailServer: z.boolean(),
  /** False until the school has its first admin. */
  isSetUp: z.boolean(),
  /** Filled in at login if the server runs with demo data, else null. */
  demoLogins: z.record(z.enum(roles), DemoLogin).nullable(),
  /** Single sign-on through an OpenID provider; null without one. */
  oidc: z
    .object({
      /** The provider's name. */
      name: z.string(),
      /** Whether nobody but one admin signs in with a password. */
      isOnly: z.boolean(),
      /** Whether people can sign out there too, at `/oidc/sign-out?role=`. */
      canSignOut: z.boolean(),
    })
    .nullable(),
})
export type School = z.infer<typeof School>

/** The login's message before the school is set up. */
export const notSetUpMessage =
  'This school is not set up yet. Open the set-up link that the server printed when it started.'

export const getSchool = definePublicEndpoint('student', {
  method: 'GET',
  path: '/school',
  summary:
    'Returns the school’s name, logo and time zone, whether it is set up, how to sign in and, with demo data, the demo logins',
  reply: School,
})
