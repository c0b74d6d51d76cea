/** The storage key for the id of the person who has switched push on in this browser. */
const storedAs = 'notify'

/** The id of the person who has switched push on in this browser; null for nobody. */
export function getPushPerson(): string | null {
  try {
    return localStorage.getItem(storedAs)
  } catch {
    return null
  }
}

export function storePushPerson(person: string | null): void {
  try {
    if (person === null) localStorage.removeItem(storedAs)
    else localStorage.setItem(storedAs, person)
  } catch {
    // Storage is blocked or full: push ends with the session.
  }
}
