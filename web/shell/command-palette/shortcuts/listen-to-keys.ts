import { isMac } from './palette-shortcut.ts'

/** What is open in front of the screen, and has all keys for itself. */
const inFront = '[role=dialog], [role=alertdialog]'
/** What has the keys for itself that are pressed in it. */
const fields = 'input, textarea, select, [contenteditable=true]'
const itsOwn = `${fields}, [role=menu], [role=listbox]`

const isWithin = (target: EventTarget | null, what: string) =>
  target instanceof Element && target.closest(what) !== null

/**
 * Does something with each key that nobody else takes, until the function that it returns is called:
 * not a dialog, nor who has heard it already, nor a field or a menu, except for the key that opens
 * the search for anything, which a field takes only where it has a use for it itself.
 */
export function listenToKeys(press: (event: KeyboardEvent) => void): () => void {
  const listening = new AbortController()
  const heard = (event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector(inFront)) return
    if (isFindKey(event) || !isWithin(event.target, itsOwn)) press(event)
  }
  addEventListener('keydown', heard, { signal: listening.signal })
  return () => listening.abort()
}

/**
 * Whether it is the key that opens the search for anything: ⌘K, or Ctrl K. In a field of a Mac
 * Ctrl K deletes the rest of the line.
 */
export function isFindKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if (altKey || shiftKey || ctrlKey === metaKey || key.toLowerCase() !== 'k') return false
  return metaKey || !isMac() || !isWithin(target, fields)
}
