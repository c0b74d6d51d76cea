import { Text } from '@mantine/core'

/** Which version of the program this page is of: whoever asks for help is asked for it. */
export function ProgramVersion() {
  return (
    <Text size="xs" c="dimmed" mt="md">
      Weekward {VERSION}
    </Text>
  )
}
