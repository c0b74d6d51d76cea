import { Text } from '@mantine/core'
import { formatZoneName, getBrowserTimeZone } from './dates.ts'

type Props = {
  timeZone: string
  /** Whether the reader has chosen the zone; otherwise it is the school's. */
  isChosen?: boolean
  /** Whether it is the caption of the list below it. */
  isCaption?: boolean
}

/** Names the zone of the times on a screen if the browser's is another. Use it once per screen. */
export function ZoneNote({ timeZone, isChosen = false, isCaption = false }: Props) {
  if (timeZone === getBrowserTimeZone()) return null
  return (
    <Text size="xs" c="dimmed" {...(isCaption && { my: -12 })}>
      Times are in {isChosen ? 'your' : 'the school’s'} time zone, {formatZoneName(timeZone)}.
    </Text>
  )
}
