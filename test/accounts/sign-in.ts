import { login, loginResultField } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { type LoginSource, recordFailedLogin } from '#server/accounts/lockouts/failed-logins.ts'
import { inTransaction } from '#server/kit/context.ts'
import type { TestApp } from '../app.ts'
import { password } from './onboard.ts'

/** Tries to sign in. `result` is the role's field of the reply. */
export async function signIn(app: TestApp, role: Role, email: string, given = password) {
  const { status, body } = await app.call(login[role], { body: { email, password: given } })
  return { status, body, result: body[loginResultField[role]] }
}

const callsByRole: Record<Role, string> = {
  student: '/profile',
  advisor: '/advisor/profile',
  reviewer: '/reviewer/profile',
  admin: '/admin/all-domain',
}

/** A call that any signed-in person of a role can make. */
export const callWithToken = (app: TestApp, role: Role, token: string | undefined) =>
  app.send('GET', callsByRole[role], { token })

/** The reply to a call without a valid session. */
export const sessionEndedReply = {
  success: false,
  message: 'Your session has ended. Please sign in again.',
  Auth: false,
}

/** Tries to sign in as a student from a network address, optionally through a proxy. */
export async function signInFrom(
  { app }: TestApp,
  email: string,
  given: string,
  from = '10.0.0.1',
  forwardedFor?: string,
) {
  const reply = await app.inject({
    method: 'POST',
    url: '/login',
    payload: { email, password: given },
    remoteAddress: from,
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  })
  return { status: reply.statusCode, body: reply.json(), retryAfter: reply.headers['retry-after'] }
}

/** Records failed logins without the time to check the passwords. */
export async function recordFailedLogins(
  { context }: TestApp,
  times: number,
  from: (failure: number) => LoginSource,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    for (let failure = 0; failure < times; failure++) await recordFailedLogin(tx, from(failure))
  })
}
