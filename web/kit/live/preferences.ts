/** What a person switches on in this browser alone, by its name in browser storage. */
export type BrowserPreference = 'waiting-sound' | 'notice-sound' | '24-hours'

/** Whether something is switched on in this browser; off at first. */
export function isPreferenceOn(name: BrowserPreference): boolean {
  try {
    return localStorage.getItem(name) === 'on'
  } catch {
    return false
  }
}
