import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is too narrow for day columns; the calendar is an agenda then. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
}
