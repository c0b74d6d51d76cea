import type { BrowserPreference } from './preferences.ts'

export function storePreference(name: BrowserPreference, on: boolean): void {
  try {
    if (on) localStorage.setItem(name, 'on')
    else localStorage.removeItem(name)
  } catch {
    // Storage is blocked or full: the preference lasts until the next load.
  }
}
