let hasInteracted = false

const kinds = ['pointerdown', 'keydown', 'pointerover'] as const

/** Whether somebody presses, or points at a button: a pointer that lies where the page appears wants nothing yet. */
function isInteraction({ type, target }: Event): boolean {
  return type !== 'pointerover' || (target instanceof Element && target.closest('button') !== null)
}

/** Calls what is given at the first touch, before anything on the page hears of it. */
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

// From the start: what is drawn begins to listen a moment after it can be pressed.
onNextInteraction(() => {
  hasInteracted = true
})

/** Resolves when somebody presses a button or a key, or points at a button, next. */
export function nextInteraction(): Promise<void> {
  return new Promise(onNextInteraction)
}

/** Resolves when nobody has touched the page for so many ms, or at once where somebody has before. */
export function waitForIdleUser(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, hasInteracted ? 0 : ms))
}
