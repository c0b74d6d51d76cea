import { createStore } from 'zustand/vanilla'
import { storageTimeoutMs, storageVersion } from '#contract/limits/limits.ts'
import { mapRoles, type Role, roles } from '#contract/roles.ts'
import { waitAtMost } from './wait-at-most.ts'

type SessionState = {
  token: string | null
  /** The path at which the server ended the session, to return to after the next login. */
  returnPath: string | null
}

/**
 * The token of a session entry in browser storage; null if the entry is not one of ours. No schema
 * is used: this runs before the rest of the page has loaded.
 */
function parseStoredToken(entry: unknown): string | null {
  if (!hasKey(entry, 'version') || entry.version !== storageVersion) return null
  if (!hasKey(entry, 'state') || !hasKey(entry.state, 'token')) return null
  const { token } = entry.state
  return (typeof token === 'string' && token) || null
}

function hasKey<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return value instanceof Object && key in value
}

/**
 * Reads browser storage, which may be blocked, full or hold something else: then sessions last as
 * long as the page is open. Without a token there is no entry.
 */
function readToken(role: Role): string | null {
  return parseStoredToken(attempt(() => JSON.parse(localStorage.getItem(role) ?? 'null')))
}

function storeToken(role: Role, token: string | null): void {
  attempt(() => {
    const entry = { state: { token }, version: storageVersion }
    if (token) localStorage.setItem(role, JSON.stringify(entry))
    else localStorage.removeItem(role)
  })
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** One store per role, kept in browser storage under the role's name (specification, section 3). */
export const sessions = mapRoles(roles, () =>
  createStore<SessionState>()(() => ({ token: null, returnPath: null })),
)

async function restore(role: Role): Promise<void> {
  sessions[role].setState({ token: readToken(role) })
}

/** The token for a role's calls; null if nobody is signed in. */
export function getToken(role: Role): string | null {
  return sessions[role].getState().token
}

/** The path at which the server ended a role's session; null if it ended otherwise. */
export function getReturnPath(role: Role): string | null {
  return sessions[role].getState().returnPath
}

/** Stores the token of a login, so that the session survives a reload. */
export function beginSession(role: Role, token: string): void {
  sessions[role].setState({ token, returnPath: null })
  storeToken(role, token)
}

/**
 * Whether the server requires a role's session to set up a second factor first. Not persisted: the
 * server says so again with the next call.
 */
export const secondFactorRequired = mapRoles(roles, () =>
  createStore(() => ({ isRequired: false })),
)

/** Call this when the server refuses a call for lack of a second factor. */
export function markSecondFactorRequired(role: Role): void {
  secondFactorRequired[role].setState({ isRequired: true })
}

/** Call this when a second factor is set up, and when the session ends. */
export function clearSecondFactorRequired(role: Role): void {
  secondFactorRequired[role].setState({ isRequired: false })
}

/** Ends a role's session in this tab only. */
function forgetSession(role: Role): void {
  clearSecondFactorRequired(role)
  sessions[role].setState({ token: null, returnPath: null })
}

/** Removes a role's session from memory and storage. */
export function clearSession(role: Role): void {
  forgetSession(role)
  storeToken(role, null)
}

/** Changes in flight that give a role's session a new token. Until then it is uncertain. */
const renewals = new Map<Role, Promise<unknown>>()

/**
 * Makes a change whose reply may hold a new token, and stores that before anything is refetched.
 * Other tabs follow through browser storage.
 */
export async function storeTokenFromReply<Reply extends { token?: string | undefined }>(
  role: Role,
  change: () => Promise<Reply>,
): Promise<Reply> {
  const renewal = change().then((reply) => {
    if (reply.token) beginSession(role, reply.token)
    return reply
  })
  const over = renewal.catch(() => {})
  renewals.set(role, over)
  try {
    return await renewal
  } finally {
    if (renewals.get(role) === over) renewals.delete(role)
  }
}

/**
 * Ends a role's session after the server has refused its token, unless the session has a newer one
 * by now, from here or from another tab. Returns whether it has.
 */
export async function handleRefusedToken(role: Role, token: string | null): Promise<boolean> {
  await renewals.get(role)
  if (getToken(role) === token) {
    const kept = readToken(role)
    if (kept && kept !== token) {
      sessions[role].setState({ token: kept })
    } else {
      const returnPath = kept && location.href.slice(location.origin.length)
      clearSession(role)
      // Not after a logout in another tab.
      sessions[role].setState({ returnPath })
    }
  }
  return getToken(role) !== null
}

/** Calls the listener when a role's session begins, here or in another tab. Returns how to stop. */
export function onSessionBegin(role: Role, listener: () => void): () => void {
  return sessions[role].subscribe((now, before) => {
    if (!before.token && now.token) listener()
  })
}

/** Calls the listener when a session ends, before any screen shows that. */
export function onSessionEnd(listener: () => void): void {
  for (const role of roles) {
    sessions[role].subscribe((now, before) => {
      if (before.token && !now.token) listener()
    })
  }
}

/**
 * Restores the sessions from storage. Gives up after the time that the specification allows
 * (section 9); the page then opens signed out. Later changes in other tabs are followed.
 */
export async function restoreSessions(): Promise<void> {
  const restored = Promise.all(roles.map(restore))
  await waitAtMost(restored, storageTimeoutMs)
  window.addEventListener('storage', ({ key, newValue }) => {
    const role = roles.find((one) => one === key)
    if (!role) return
    if (!newValue) forgetSession(role)
    // A tab that was asleep gets old events: another tab may have signed in again since. Until
    // then the login shows, so that nothing of the last session stays on the screen.
    setTimeout(() => restore(role))
  })
}
