import { createContext, useContext } from 'react'
import { type ProfileRole, profileRoles, type Role } from '#contract/roles.ts'

/** The role whose area the screen is in. */
export const RoleContext = createContext<Role>('student')

/** The reader's role on this screen: one browser may hold sessions of several roles. */
export function useRole(): Role {
  return useContext(RoleContext)
}

/** The same on screens that admins do not have. */
export function useNonAdminRole(): ProfileRole {
  const role = useRole()
  const invited = profileRoles.find((one) => one === role)
  if (!invited) throw new Error(`There is no such screen for ${role}`)
  return invited
}
