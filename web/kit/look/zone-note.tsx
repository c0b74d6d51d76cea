import { Text } from '@mantine/core'
import { ownTimeZone, zoneName } from './dates.ts'

/**
 * Names the school's zone, or the one that a reader has chosen, to whoever is in another one; says
 * nothing to the others.
 */
export function ZoneNote({ timeZone, isChosen = false }: { timeZone: string; isChosen?: boolean }) {
  if (timeZone === ownTimeZone()) return null
  return (
    <Text size="sm" c="dimmed">
      Times are in {isChosen ? 'your' : 'the school’s'} time zone, {zoneName(timeZone)}.
    </Text>
  )
}
