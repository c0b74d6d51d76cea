import { isMac } from './palette-shortcut-label.ts'

/** Dialogs handle all keys themselves. */
const inFront = '[role=dialog], [role=alertdialog]'
/** Fields handle their own keys. */
const fields = 'input, textarea, select, [contenteditable=true]'
const itsOwn = `${fields}, [role=menu], [role=listbox]`

const isWithin = (target: EventTarget | null, what: string) =>
  target instanceof Element && target.closest(what) !== null

/**
 * Listens to keys that nothing else handles: none in a dialog, no event whose default was
 * prevented, and none in a field or menu, except the palette's shortcut where the field does not
 * use it. Returns how to stop.
 */
export function listenToKeys(press: (event: KeyboardEvent) => void): () => void {
  const listening = new AbortController()
  const heard = (event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector(inFront)) return
    if (isPaletteShortcut(event) || !isWithin(event.target, itsOwn)) press(event)
  }
  addEventListener('keydown', heard, { signal: listening.signal })
  return () => listening.abort()
}

/**
 * Whether this is the command palette's shortcut: ⌘K or Ctrl K. In a field on a Mac, Ctrl K deletes
 * the rest of the line.
 */
export function isPaletteShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if (altKey || shiftKey || ctrlKey === metaKey || key.toLowerCase() !== 'k') return false
  return metaKey || !isMac() || !isWithin(target, fields)
}
