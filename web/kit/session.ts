import { useStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { forRoles } from '#contract/kit/endpoint.ts'
import { storageTimeoutMs, storageVersion } from '#contract/limits.ts'
import { type Role, roles } from '#contract/roles.ts'

type SessionState = { token: string | null }

/** One store a role, kept in browser storage under the role's name (specification, section 3). */
const sessions = forRoles(roles, (role) =>
  createStore<SessionState>()(
    persist(() => ({ token: null as string | null }), {
      name: role,
      version: storageVersion,
      skipHydration: true,
    }),
  ),
)

/** The token of a role's session, or null; follows its changes. */
export function useToken(role: Role): string | null {
  return useStore(sessions[role], (state) => state.token)
}

export function tokenFor(role: Role): string | null {
  return sessions[role].getState().token
}

export function beginSession(role: Role, token: string): void {
  sessions[role].setState({ token })
}

/** Forgets a role's session, in memory and in storage. */
export function forgetSession(role: Role): void {
  sessions[role].setState({ token: null })
  sessions[role].persist.clearStorage()
}

/**
 * Restores what storage holds; gives up after the time the specification allows (section 9), and
 * the page then opens signed out. Later changes in other tabs are followed.
 */
export async function restoreSessions(): Promise<void> {
  const restored = Promise.all(roles.map((role) => sessions[role].persist.rehydrate()))
  const timeout = new Promise((resolve) => setTimeout(resolve, storageTimeoutMs))
  await Promise.race([restored, timeout])
  window.addEventListener('storage', ({ key, newValue }) => {
    const role = roles.find((one) => one === key)
    if (!role) return
    if (newValue === null) sessions[role].setState({ token: null })
    else void sessions[role].persist.rehydrate()
  })
}
