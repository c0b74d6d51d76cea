import { useReducedMotion } from '@mantine/hooks'

/**
 * Dialog props that turn animations off for people who prefer reduced motion. The library detects
 * that itself, but only after the first paint, and dialogs may open before.
 */
export function useDialogTransition(): { transitionProps?: { duration: 0 } } {
  const isLess = useReducedMotion(false, { getInitialValueInEffect: false })
  return isLess ? { transitionProps: { duration: 0 } } : {}
}
