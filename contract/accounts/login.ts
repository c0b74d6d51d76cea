import { z } from 'zod'
import { defineEndpoint, definePublicEndpoint } from '../kit/endpoint.ts'
import { defineRefusal, tooBusy } from '../kit/refusal.ts'
import { browserIdMaxLength, passwordMaxLength } from '../limits/accounts.ts'
import { emailMaxLength } from '../limits/limits.ts'
import { mapRoles, type Role, roles, withArticle } from '../roles.ts'
import { SecondFactorCode, wrongCodeMessage } from './second-factor-code.ts'

export const Login = z.object({
  email: z
    .string({ error: 'please enter your email' })
    .trim()
    .min(1, 'please enter your email')
    .max(emailMaxLength)
    .toLowerCase(),
  password: z
    .string({ error: 'please enter your password' })
    .min(1, 'please enter your password')
    .max(passwordMaxLength),
  /** A second-factor code or recovery code. Omitted by people without a second factor. */
  code: SecondFactorCode.optional(),
  /**
   * A random id that the browser keeps and sends with every login. Without it, the user agent
   * identifies the browser.
   */
  browser: z.string().min(1).max(browserIdMaxLength).optional(),
})
export type Login = z.input<typeof Login>

/** The result of a login. `token` is set if `status` is true. */
export const LoginResult = z.object({
  status: z.boolean(),
  token: z.string().optional(),
  message: z.string(),
  /** True if the password was right but a second-factor code is missing. */
  codeNeeded: z.literal(true).optional(),
})
export type LoginResult = z.infer<typeof LoginResult>

export const loginRefusals = {
  wrongLogin: defineRefusal(401, 'password is incorrect'),
  wrongCodeAtLogin: defineRefusal(401, wrongCodeMessage),
  tooManyLogins: defineRefusal(429, 'Too many failed logins. Please try again in a few minutes.'),
}

/** The field of the reply that contains the result, for each role (contract, section 2). */
export const loginResultField = {
  student: 'studentToken',
  advisor: 'token',
  reviewer: 'message',
  admin: 'message',
} as const satisfies Record<Role, string>

export const login = mapRoles(roles, (role) =>
  definePublicEndpoint(role, {
    method: 'POST',
    path: '/login',
    summary: `Signs in as ${withArticle(role)}`,
    body: Login,
    reply: z.object({
      studentToken: LoginResult.optional(),
      token: LoginResult.optional(),
      /** An advisor's result again, under the name the specification's own client reads. */
      Token: LoginResult.optional(),
      message: LoginResult.optional(),
    }),
    refuses: [
      loginRefusals.wrongLogin,
      loginRefusals.wrongCodeAtLogin,
      loginRefusals.tooManyLogins,
      tooBusy,
    ],
  }),
)

export const logout = mapRoles(roles, (role) =>
  defineEndpoint({
    role,
    may: 'sign in',
    method: 'POST',
    path: '/logout',
    summary: 'Signs out: ends the session',
    reply: z.object({ message: z.string() }),
  }),
)
