import { z } from 'zod'
import { useStore } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { forRoles } from '#contract/kit/endpoint.ts'
import { storageTimeoutMs, storageVersion } from '#contract/limits.ts'
import { type Role, roles } from '#contract/roles.ts'
import { atMost } from './at-most.ts'

type SessionState = { token: string | null }

/** An entry of ours in browser storage; what does not look like this is left alone. */
const Entry = z.object({
  state: z.object({ token: z.string().min(1) }),
  version: z.literal(storageVersion),
})

/**
 * Browser storage, which a person may have blocked, filled or filled with something else: the
 * sessions then last as long as the page is open. Without a token there is no entry.
 */
const storage: PersistStorage<SessionState> = {
  getItem: (role) =>
    Entry.safeParse(attempt(() => JSON.parse(localStorage.getItem(role) ?? 'null'))).data ?? null,
  setItem(role, entry) {
    if (entry.state.token === null) storage.removeItem(role)
    else attempt(() => localStorage.setItem(role, JSON.stringify(entry)))
  },
  removeItem: (role) => attempt(() => localStorage.removeItem(role)),
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** One store a role, kept in browser storage under the role's name (specification, section 3). */
const sessions = forRoles(roles, (role) =>
  createStore<SessionState>()(
    persist(() => ({ token: null as string | null }), {
      name: role,
      version: storageVersion,
      storage,
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

/**
 * Whether the server lets a role's session do nothing before a second factor is set up. It says so
 * with the next call anyway, so that nothing is kept of it.
 */
const heldBack = forRoles(roles, () => createStore(() => ({ isHeldBack: false })))

/** Whether a role's session must set up a second factor first; follows its changes. */
export function useHeldBack(role: Role): boolean {
  return useStore(heldBack[role], (state) => state.isHeldBack)
}

export function holdBack(role: Role): void {
  heldBack[role].setState({ isHeldBack: true })
}

export function goOn(role: Role): void {
  heldBack[role].setState({ isHeldBack: false })
}

/** Forgets a role's session, in memory and in storage. */
export function forgetSession(role: Role): void {
  goOn(role)
  sessions[role].setState({ token: null })
}

/** Calls back when a session ends, before any screen shows it. */
export function onSessionEnd(tell: () => void): void {
  for (const role of roles) {
    sessions[role].subscribe((now, before) => {
      if (before.token !== null && now.token === null) tell()
    })
  }
}

/**
 * Restores what storage holds; gives up after the time the specification allows (section 9), and
 * the page then opens signed out. Later changes in other tabs are followed.
 */
export async function restoreSessions(): Promise<void> {
  const restored = Promise.all(roles.map((role) => sessions[role].persist.rehydrate()))
  await atMost(restored, storageTimeoutMs)
  window.addEventListener('storage', ({ key, newValue }) => {
    const role = roles.find((one) => one === key)
    if (!role) return
    if (newValue === null) forgetSession(role)
    else void sessions[role].persist.rehydrate()
  })
}
