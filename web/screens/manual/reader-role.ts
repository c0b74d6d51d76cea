import { type Role, roles } from '#contract/roles.ts'
import { getToken } from '#web/kit/api/session.ts'

/** The role as which the manual is read, which is in no role's area: one that is signed in here. */
export function getReaderRole(): Role {
  return roles.find(getToken) ?? 'student'
}
