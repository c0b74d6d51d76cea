import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the first input when a part opens, and back to the button that opens it when
 * it closes. Answers the reference to give that button.
 */
export function useFocusFollows(isOpen: boolean, firstInput: () => HTMLElement | null) {
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
