/** The preferences stored in this browser only, by their storage keys. */
export type BrowserPreference = 'waiting-sound' | 'notice-sound' | '24-hours'

/** Whether a preference is on in this browser; off by default. */
export function isPreferenceOn(name: BrowserPreference): boolean {
  try {
    return localStorage.getItem(name) === 'on'
  } catch {
    return false
  }
}
