import { Text } from '@mantine/core'

/** The program's version, for support requests. */
export function ProgramVersion() {
  return (
    <Text size="xs" c="dimmed" mt="md">
      Weekward {VERSION}
    </Text>
  )
}
