import { createStore } from 'zustand/vanilla'

/** Whether this page has found out that the server has a newer version of it. */
export const newVersionStore = createStore(() => ({ isAvailable: false }))

/** Call this when code of this page is gone: the server has a newer version. */
export function announceNewVersion(): void {
  newVersionStore.setState({ isAvailable: true })
}

/** The storage key for the time of the last automatic reload. */
const storedAs = 'loaded-anew'
/** If code is missing again this soon, a reload does not help. */
const tooSoonMs = 10_000

/**
 * Reloads the page, to get the server's current code. Returns false without a reload if one has
 * just happened, or if its time cannot be stored: the page must not reload for ever.
 */
export function reloadUnlessRecent(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(storedAs)) < tooSoonMs) return false
    sessionStorage.setItem(storedAs, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}
