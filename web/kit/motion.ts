import { useReducedMotion } from '@mantine/hooks'

/**
 * How what slides or fades in is to do so: at once for who asks for less motion. The library finds
 * that out by itself, but only after it has painted something, and dialogs may open before that.
 */
export function useTransitionProps(): { duration?: 0 } {
  const isLess = useReducedMotion(false, { getInitialValueInEffect: false })
  return isLess ? { duration: 0 } : {}
}
