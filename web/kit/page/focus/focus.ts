import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'

/** Focuses the screen's heading, when the focused element disappears. */
export function focusHeading(options?: FocusOptions): void {
  document.querySelector('h1')?.focus(options)
}

/** Marks a button that undoes the last action. */
export const undoButtonProps = { 'data-undoes': true }

/** Focuses such a button, if there is one: a toast's before the screen's own. */
export function focusUndo(): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-undoes]')
  buttons.item(buttons.length - 1)?.focus()
}

/**
 * Focuses the first input when a part opens, and the button that opens it when it closes. Returns
 * the ref for that button.
 */
export function useDisclosureFocus(isOpen: boolean, firstInput: () => HTMLElement | null) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    if (isOpen) firstInput()?.focus()
    else opener.current?.focus()
  }, [isOpen, firstInput])
  return opener
}

/**
 * Keeps the focus in a group of buttons that come and go: when the focused one disappears, the
 * first one gets the focus. Returns the props for the group.
 */
export function useKeepFocusInGroup<Group extends HTMLElement>() {
  const group = useRef<Group>(null)
  const last = useRef<Element>(null)
  useLayoutEffect(() => {
    const isGone = last.current !== null && !last.current.isConnected
    if (isGone && document.activeElement === document.body) {
      group.current?.querySelector('button')?.focus()
    }
  })
  return {
    ref: group,
    onFocus: ({ target }: FocusEvent) => {
      last.current = target
    },
  }
}
