import { createStore } from 'zustand/vanilla'

/** Whether this page has found out that the server has a new version of it. */
export const newVersionStore = createStore(() => ({ isAvailable: false }))

/** To be called where code is missing that there was: the server has a newer version. */
export function announceNewVersion(): void {
  newVersionStore.setState({ isAvailable: true })
}

/** Under this name of the browser's storage stands when the page was last loaded anew by itself. */
const storedAs = 'loaded-anew'
/** A page that does not get its code so soon again has another trouble. */
const tooSoonMs = 10_000

/**
 * Loads the page of this address anew, with the code that the server has now. Answers false, and
 * does nothing, where that has just been done, or nothing can be noted of it: a page that cannot
 * get its code must not load for ever.
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
