/** So soon after the one key the next one belongs to it. */
export const togetherMs = 1_500

let early: KeyboardEvent[] = []

/** Keeps the last two keys that nobody has taken, for what hears them once its code is there. */
export function keepEarlyKey(event: KeyboardEvent): void {
  early = [...early.slice(-1), event]
}

/** The keys that were just pressed, and that nobody heard: once. */
export function takeEarlyKeys(): KeyboardEvent[] {
  const since = performance.now() - togetherMs
  return early.splice(0).filter(({ timeStamp }) => timeStamp > since)
}
