import { z } from 'zod'
import { definePublicEndpoint } from '../../kit/endpoint.ts'
import { notFound } from '../../kit/refusal.ts'
import { roles } from '../../roles.ts'
import { Login, LoginResult, loginRefusals } from '../login.ts'

/**
 * Why nobody was signed in, as the login says it; `name` is the provider's, `email` what it sent.
 */
export const oidcFailures = {
  unreachable: (name: string) => `Could not reach ${name}. Please try again in a few minutes.`,
  cancelled: (name: string) => `Signing in with ${name} was cancelled.`,
  failed: (name: string) =>
    `Signing in with ${name} did not work. Please try again, or tell your admin.`,
  unverified: (name: string) =>
    `Signing in with ${name} needs an email that is verified there. Yours is not.`,
  unknown: (name: string, email: string) =>
    `Nobody at this school has the email address ${email}, which ${name} has for you. Ask your admin to invite you.`,
} as const

export const oidcExpiredMessage =
  'This sign-in has expired, or began in another browser. Please try again.'

/** Where passwords are switched off, a second factor can only be had at the provider. */
export const formatSecondFactorAtProvider = (name: string) =>
  `Your school requires a second factor. Set one up at ${name} and sign in with it.`

export const OidcStart = z.object({
  role: z.enum(roles),
  /** The screen to open after the sign-in. */
  path: z.string().max(1000).optional(),
})

export const finishOidc = definePublicEndpoint('student', {
  method: 'POST',
  path: '/oidc/finish',
  summary:
    'Ends a sign-in through the OpenID provider, begun in the same browser at `/oidc/start?role=`, and returns the token of the session',
  body: z.object({ role: z.enum(roles) }).extend(Login.pick({ code: true, browser: true }).shape),
  reply: LoginResult,
  refuses: [notFound, loginRefusals.wrongCodeAtLogin, loginRefusals.tooManyLogins],
})
