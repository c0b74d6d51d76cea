/** What is open in front of the screen, and has all keys for itself. */
const inFront = '[role=dialog], [role=alertdialog]'
/** What has the keys for itself that are pressed in it. */
const itsOwn = 'input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]'

/** Whether a key is for somebody else: a field, a dialog, a menu, or who has heard it already. */
function isTaken({ defaultPrevented, target }: KeyboardEvent): boolean {
  if (defaultPrevented || document.querySelector(inFront)) return true
  return target instanceof Element && target.closest(itsOwn) !== null
}

/** Does something with each key that nobody else takes, until the function that it returns is called. */
export function listenToKeys(press: (event: KeyboardEvent) => void): () => void {
  const listening = new AbortController()
  const heard = (event: KeyboardEvent) => {
    if (!isTaken(event)) press(event)
  }
  addEventListener('keydown', heard, { signal: listening.signal })
  return () => listening.abort()
}

/** Whether it is the key that opens the search for anything: ⌘K, or Ctrl K. */
export function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k'
}
