import { Text } from '@mantine/core'
import { formatZoneName, getBrowserTimeZone } from './dates.ts'

type Props = {
  timeZone: string
  /** Whether the zone is the one that its reader has chosen, and not the school's. */
  isChosen?: boolean
  /** Whether it belongs to the list beneath it, and stands as close as a caption. */
  isCaption?: boolean
}

/**
 * Names the school's zone, or the one that a reader has chosen, to whoever is in another one; says
 * nothing to the others. A screen has it once.
 */
export function ZoneNote({ timeZone, isChosen = false, isCaption = false }: Props) {
  if (timeZone === getBrowserTimeZone()) return null
  return (
    <Text size="xs" c="dimmed" {...(isCaption && { my: -12 })}>
      Times are in {isChosen ? 'your' : 'the school’s'} time zone, {formatZoneName(timeZone)}.
    </Text>
  )
}
