import { browserStorage, readText, storeText } from '../storage.ts'

/** The preferences stored in this browser only, by their storage keys. */
export type BrowserPreference = 'waiting-sound' | 'notice-sound' | '24-hours'

/** Whether a preference is on in this browser; off by default. */
export function isPreferenceOn(name: BrowserPreference): boolean {
  return readText(browserStorage, name) === 'on'
}

export function storePreference(name: BrowserPreference, on: boolean): void {
  storeText(browserStorage, name, on ? 'on' : null)
}
