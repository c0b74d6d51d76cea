import { Text } from '@mantine/core'
import { ownTimeZone, zoneName } from './dates.ts'

type Props = {
  timeZone: string
  /** Whether it belongs to the list beneath it, and stands as close as a caption. */
  isCaption?: boolean
}

/**
 * Names the school's zone to a reader who is in another one; says nothing to the others. A screen has
 * it once.
 */
export function ZoneNote({ timeZone, isCaption = false }: Props) {
  if (timeZone === ownTimeZone()) return null
  return (
    <Text size="xs" c="dimmed" {...(isCaption && { my: -12 })}>
      Times are in the school’s time zone, {zoneName(timeZone)}.
    </Text>
  )
}
