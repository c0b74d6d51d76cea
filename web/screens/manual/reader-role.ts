import { type Role, roles } from '#contract/roles.ts'
import { getToken } from '#web/kit/api/session.ts'

/** As whom the manual is read, which lies in no role's area: as one of those who are signed in here. */
export function getReaderRole(): Role {
  return roles.find(getToken) ?? 'student'
}
