const storedAs = 'browser'

/**
 * The id by which the server recognises this browser, to notify people of logins from others;
 * undefined if browser storage is blocked.
 */
export function getBrowserId(): string | undefined {
  try {
    const id = localStorage.getItem(storedAs) || makeId()
    localStorage.setItem(storedAs, id)
    return id
  } catch {
    return undefined
  }
}

/** `randomUUID` is not available on pages without HTTPS. */
function makeId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
