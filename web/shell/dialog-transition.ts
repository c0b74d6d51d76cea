import { useReducedMotion } from '@mantine/hooks'

/**
 * What a dialog is told of its motion: that there is none, for who asks for less. The library finds
 * that out by itself, but only after it has painted something, and dialogs may open before that.
 */
export function useDialogTransition(): { transitionProps?: { duration: 0 } } {
  const isLess = useReducedMotion(false, { getInitialValueInEffect: false })
  return isLess ? { transitionProps: { duration: 0 } } : {}
}
