import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'

/** Moves the focus to the screen's heading, as what had it goes. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus()
}

/** For a button that takes back what was just done. */
export const undoButtonProps = { 'data-undoes': true }

/** Moves the focus to such a button, while there is one: a message's before the screen's own. */
export function focusUndo(): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-undoes]')
  buttons.item(buttons.length - 1)?.focus()
}

/**
 * Moves the focus to the first input when a part opens, and back to the button that opens it when
 * it closes. Answers the reference to give that button.
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
 * Keeps the focus in a group of buttons that come and go: when the one that has it goes, the first
 * that is there takes it. Answers the properties to give the group.
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
