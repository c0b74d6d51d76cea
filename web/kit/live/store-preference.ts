import type { BrowserPreference } from './preferences.ts'

/** Keeps in this browser whether something is switched on. */
export function storePreference(name: BrowserPreference, on: boolean): void {
  try {
    if (on) localStorage.setItem(name, 'on')
    else localStorage.removeItem(name)
  } catch {
    // Blocked or full: it is then as it was the next time.
  }
}
