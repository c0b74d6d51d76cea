let hasInteracted = false

const kinds = ['pointerdown', 'keydown', 'pointerover'] as const

/**
 * Whether the user presses or points at something. A pointer that merely lies where the page
 * appears does not count.
 */
function isInteraction({ type, target }: Event): boolean {
  return type !== 'pointerover' || (target instanceof Element && target.closest('button') !== null)
}

/** Calls `act` at the first interaction, before any other listener on the page. */
function onNextInteraction(act: () => void): void {
  const listening = new AbortController()
  const listen = (event: Event) => {
    if (!isInteraction(event)) return
    listening.abort()
    act()
  }
  for (const kind of kinds)
    addEventListener(kind, listen, { capture: true, signal: listening.signal })
}

// Registered early: the rendered page starts to listen a moment after it can be pressed.
onNextInteraction(() => {
  hasInteracted = true
})

/** Resolves at the next press of a button or key, or when the pointer moves over a button. */
export function waitForInteraction(): Promise<void> {
  return new Promise(onNextInteraction)
}

/** Resolves once the page has been untouched for `ms`, or at once after an interaction. */
export function waitForIdleUser(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, hasInteracted ? 0 : ms))
}
