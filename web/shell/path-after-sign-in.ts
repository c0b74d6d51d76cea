import type { Role } from '#contract/roles.ts'
import { getReturnPath } from '#web/kit/api/session.ts'
import { getRoleForPath, loginPaths } from '#web/kit/page/path-access.ts'

/**
 * The path to open after a login: the one at which the server ended the session, or the home if the
 * login has its own path. Null otherwise: the login was shown in place of the requested screen.
 */
export function getPathAfterSignIn(role: Role): string | null {
  const left = getReturnPath(role)
  // The return path may be in another role's area, if somebody went there while a call was in
  // flight.
  if (left && getRoleForPath(left.replace(/[?#].*/, '')) === role) return left
  return location.pathname === loginPaths.login(role) ? loginPaths.home(role) : null
}
