import type { Role } from '#contract/roles.ts'
import { getReturnPath } from '#web/kit/api/session.ts'
import { firstPaths, getRoleForPath } from '#web/kit/page/first-paths.ts'

/**
 * Where whoever signs in is led: to where the server had ended their session, or from the login's
 * own address to the home. From any other it is nowhere (null): the login stood in the place of the
 * screen that was asked for.
 */
export function getPathAfterSignIn(role: Role): string | null {
  const left = getReturnPath(role)
  // Somebody may have gone to another role's area while the server was asked.
  if (left && getRoleForPath(left.replace(/[?#].*/, '')) === role) return left
  return location.pathname === firstPaths.login(role) ? firstPaths.home(role) : null
}
