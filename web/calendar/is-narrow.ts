import { useMediaQuery } from '@mantine/hooks'

/** Whether columns of days have no room: then the calendar is an agenda. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
}
