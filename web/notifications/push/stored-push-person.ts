import { browserStorage, readText, storeText } from '#web/kit/storage.ts'

/** The storage key for the id of the person who has switched push on in this browser. */
const storedAs = 'notify'

/** The id of the person who has switched push on in this browser; null for nobody. */
export function getPushPerson(): string | null {
  return readText(browserStorage, storedAs)
}

/** Without storage, push ends with the session. */
export function storePushPerson(person: string | null): void {
  storeText(browserStorage, storedAs, person)
}
