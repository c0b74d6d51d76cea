import { logout } from '#contract/accounts/login.ts'
import type { Role } from '#contract/roles.ts'
import { call } from '#web/kit/call/call.ts'
import { forgetSession } from '#web/kit/call/session.ts'

/** Ends the session on the server and here; here also when the server cannot be reached. */
export async function signOut(role: Role): Promise<void> {
  try {
    await call(logout[role])
  } finally {
    forgetSession(role)
  }
}
