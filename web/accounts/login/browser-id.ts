const storedAs = 'browser'

/**
 * By which the server knows this browser again, so that its owner hears of any other; undefined
 * where browser storage is blocked.
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

/** Not by `randomUUID`, which a page without HTTPS lacks. */
function makeId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
