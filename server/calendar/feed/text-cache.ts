/** In characters, all together: of two bytes where a name is in no European script. */
const cachedCharsMax = 4 * 1024 * 1024

const texts = new Map<string, string>()
let kept = 0

/**
 * The text of a tag, written only if it was not of late: many calendars ask every hour for all of a
 * feed, and most of the time nothing has changed. What was not asked for longest goes first.
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
