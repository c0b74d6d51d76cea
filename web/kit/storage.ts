/**
 * The browser's storage, of all tabs or of this one; a function, as it may be blocked. What the
 * login loads uses storage itself: its code has a budget.
 */
type Place = () => Storage

export const browserStorage: Place = () => localStorage
export const tabStorage: Place = () => sessionStorage

/** The key in the browser's storage of drafts that outlive the tab; a logout removes them. */
export const localDraftsKey = 'drafts'

/** The text stored under a key; null if there is none, or storage is blocked. */
export function readText(place: Place, key: string): string | null {
  try {
    return place().getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or with null removes it; not if storage is blocked or full. */
export function storeText(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) place().removeItem(key)
    else place().setItem(key, text)
  } catch {
    // The page itself still has it.
  }
}

/** The value stored as JSON under a key; null if there is none that can be read. */
export function readJson(place: Place, key: string): unknown {
  try {
    return JSON.parse(readText(place, key) ?? 'null')
  } catch {
    return null
  }
}
