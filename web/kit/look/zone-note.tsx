import { Text } from '@mantine/core'
import { ownTimeZone, zoneName } from './dates.ts'

/** Names the school's zone to a reader who is in another one; says nothing to the others. */
export function ZoneNote({ timeZone }: { timeZone: string }) {
  if (timeZone === ownTimeZone()) return null
  return (
    <Text size="sm" c="dimmed">
      Times are in the school’s time zone, {zoneName(timeZone)}.
    </Text>
  )
}
