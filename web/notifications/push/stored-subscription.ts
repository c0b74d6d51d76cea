/** Under this name of the browser's storage stands for whom notices are switched on in it. */
const storedAs = 'notify'

/** For whom notices are switched on in this browser; null for nobody. */
export function getPushPerson(): string | null {
  try {
    return localStorage.getItem(storedAs)
  } catch {
    return null
  }
}

/** Keeps in this browser for whom they are. */
export function storePushPerson(person: string | null): void {
  try {
    if (person === null) localStorage.removeItem(storedAs)
    else localStorage.setItem(storedAs, person)
  } catch {
    // Blocked or full: they end with the session.
  }
}
