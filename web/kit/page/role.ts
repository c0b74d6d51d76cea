import { createContext, useContext } from 'react'
import { type AddableRole, addableRoles, type Role } from '#contract/roles.ts'

/** The role whose area the screen lies in. */
export const RoleContext = createContext<Role>('student')

/** As whom the reader is here: one browser may hold sessions of several roles. */
export function useRole(): Role {
  return useContext(RoleContext)
}

/** The same on a screen that an admin has not: who was invited, and keeps a profile. */
export function useInvitedRole(): AddableRole {
  const role = useRole()
  const invited = addableRoles.find((one) => one === role)
  if (!invited) throw new Error(`There is no such screen for ${role}`)
  return invited
}
