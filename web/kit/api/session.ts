import { createStore } from 'zustand/vanilla'
import { storageTimeoutMs, storageVersion } from '#contract/limits.ts'
import { forRoles, type Role, roles } from '#contract/roles.ts'
import { withTimeout } from './with-timeout.ts'

type SessionState = {
  token: string | null
  /** Where the server ended the session, for whoever signs in again. */
  returnPath: string | null
}

/**
 * The token in an entry of ours in browser storage; what does not look like one is left alone. No
 * schema: this is read before anything else of the page is there.
 */
function parseStoredToken(entry: unknown): string | null {
  if (!hasKeys(entry, 'state', 'version') || entry.version !== storageVersion) return null
  if (!hasKeys(entry.state, 'token')) return null
  const { token } = entry.state
  return typeof token === 'string' && token !== '' ? token : null
}

function hasKeys<Key extends string>(
  value: unknown,
  ...keys: Key[]
): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value)
}

/**
 * Browser storage, which a person may have blocked, filled or filled with something else: the
 * sessions then last as long as the page is open. Without a token there is no entry.
 */
function readToken(role: Role): string | null {
  return parseStoredToken(attempt(() => JSON.parse(localStorage.getItem(role) ?? 'null')))
}

function storeToken(role: Role, token: string | null): void {
  const entry = { state: { token }, version: storageVersion }
  if (token === null) attempt(() => localStorage.removeItem(role))
  else attempt(() => localStorage.setItem(role, JSON.stringify(entry)))
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** One store a role, kept in browser storage under the role's name (specification, section 3). */
export const sessions = forRoles(roles, () =>
  createStore<SessionState>()(() => ({ token: null, returnPath: null })),
)

function setToken(role: Role, token: string | null): void {
  sessions[role].setState({ token, returnPath: null })
  storeToken(role, token)
}

async function restore(role: Role): Promise<void> {
  sessions[role].setState({ token: readToken(role) })
}

/** With which a role's calls are made; null while nobody is signed in. */
export function getToken(role: Role): string | null {
  return sessions[role].getState().token
}

/** The address at which the server ended a role's session; null once anything else has. */
export function getReturnPath(role: Role): string | null {
  return sessions[role].getState().returnPath
}

/** Keeps the token of a login, also for when the page is loaded anew. */
export function beginSession(role: Role, token: string): void {
  setToken(role, token)
}

/**
 * Whether the server lets a role's session do nothing before a second factor is set up. It says so
 * with the next call anyway, so that nothing is kept of it.
 */
export const secondFactorRequired = forRoles(roles, () =>
  createStore(() => ({ isRequired: false })),
)

/** To be called when the server refuses a call for the lack of one. */
export function markSecondFactorRequired(role: Role): void {
  secondFactorRequired[role].setState({ isRequired: true })
}

/** To be called once there is one, and when the session is over. */
export function clearSecondFactorRequired(role: Role): void {
  secondFactorRequired[role].setState({ isRequired: false })
}

/** Forgets a role's session, in memory and in storage. */
export function clearSession(role: Role): void {
  clearSecondFactorRequired(role)
  setToken(role, null)
}

/** Changes under way that give a role's session a new token: until one is over its token is unsure. */
const renewals = new Map<Role, Promise<unknown>>()

/**
 * Makes a change whose reply can hold a new token, and keeps that before anything is asked again.
 * Other tabs follow by browser storage.
 */
export async function withTokenRenewal<Reply extends { token?: string | undefined }>(
  role: Role,
  change: () => Promise<Reply>,
): Promise<Reply> {
  const renewal = change().then((reply) => {
    if (reply.token) setToken(role, reply.token)
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
 * Forgets a role's session because the server has refused this token of it; not if it has a newer
 * one by now, from here or from another tab. Returns whether it has.
 */
export async function handleRefusedToken(role: Role, token: string | null): Promise<boolean> {
  await renewals.get(role)
  if (getToken(role) === token) {
    const kept = readToken(role)
    if (kept !== null && kept !== token) {
      sessions[role].setState({ token: kept })
    } else {
      const returnPath = kept && location.pathname + location.search + location.hash
      clearSession(role)
      // Not where somebody has logged out, in another tab.
      sessions[role].setState({ returnPath })
    }
  }
  return getToken(role) !== null
}

/** Calls back when a role's session begins, here or in another tab; answers how to stop that. */
export function onSessionBegin(role: Role, listener: () => void): () => void {
  return sessions[role].subscribe((now, before) => {
    if (before.token === null && now.token !== null) listener()
  })
}

/** Calls back when a session ends, before any screen shows it. */
export function onSessionEnd(listener: () => void): void {
  for (const role of roles) {
    sessions[role].subscribe((now, before) => {
      if (before.token !== null && now.token === null) listener()
    })
  }
}

/**
 * Restores what storage holds; gives up after the time the specification allows (section 9), and
 * the page then opens signed out. Later changes in other tabs are followed.
 */
export async function restoreSessions(): Promise<void> {
  const restored = Promise.all(roles.map(restore))
  await withTimeout(restored, storageTimeoutMs)
  window.addEventListener('storage', ({ key, newValue }) => {
    const role = roles.find((one) => one === key)
    if (!role) return
    if (newValue === null) clearSession(role)
    else void restore(role)
  })
}
