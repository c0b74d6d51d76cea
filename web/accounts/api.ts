import { type LoginResult, login, loginField, logout } from '#contract/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { call } from '#web/kit/call.ts'
import { beginSession, forgetSession } from '#web/kit/session.ts'

/**
 * Signs in; when the server says yes the session begins. Answers the server's result, whose
 * `message` says why if `status` is false. Raises CallFailed for a wrong password.
 */
export async function signIn(
  role: Role,
  body: { email: string; password: string; code?: string },
): Promise<LoginResult | undefined> {
  const { data } = await call(login[role], { body })
  const result = data[loginField[role]]
  if (result?.status && result.token) beginSession(role, result.token)
  return result
}

/** Ends the session on the server and here; here also when the server cannot be reached. */
export async function signOut(role: Role): Promise<void> {
  try {
    await call(logout[role])
  } finally {
    forgetSession(role)
  }
}
