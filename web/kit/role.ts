import { createContext, useContext } from 'react'
import type { Role } from '#contract/roles.ts'

/** The role whose area the screen lies in. */
export const RoleContext = createContext<Role>('student')

export function useRole(): Role {
  return useContext(RoleContext)
}
