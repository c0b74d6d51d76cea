import { useStore } from 'zustand'
import type { Role } from '#contract/roles.ts'
import { secondFactorRequired, sessions } from './session.ts'

/** The token of a role's session, or null; updates when it changes. */
export function useToken(role: Role): string | null {
  return useStore(sessions[role], (state) => state.token)
}

/** Whether a role's session must set up a second factor first; updates when that changes. */
export function useIsSecondFactorRequired(role: Role): boolean {
  return useStore(secondFactorRequired[role], (state) => state.isRequired)
}
