/** The total size in characters; characters take two bytes in names outside the Latin script. */
const cachedCharsMax = 4 * 1024 * 1024

const texts = new Map<string, string>()
let kept = 0

/**
 * Returns the text for a tag, and calls `write` only if it is not cached: many calendars fetch the
 * whole feed every hour, and usually nothing has changed. The least recently used text is evicted
 * first.
 */
export async function getCachedText(tag: string, write: () => Promise<string>): Promise<string> {
  const text = texts.get(tag) ?? (await write())
  forget(tag)
  texts.set(tag, text)
  kept += text.length
  for (const oldest of texts.keys()) {
    if (kept <= cachedCharsMax) break
    forget(oldest)
  }
  return text
}

function forget(tag: string): void {
  kept -= texts.get(tag)?.length ?? 0
  texts.delete(tag)
}
