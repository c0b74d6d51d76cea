import { Box, Group, Text } from '@mantine/core'

export type StateColour = 'green' | 'yellow' | 'orange' | 'blue' | 'red'

/** A state as a coloured dot and a word. */
export function StateDot({ colour, children }: { colour: StateColour; children: string }) {
  return (
    <Group component="span" gap={8} wrap="nowrap" display="inline-flex">
      <Box
        component="span"
        w={12}
        h={12}
        bg={`var(--state-${colour})`}
        style={{ borderRadius: '50%', flex: 'none', border: '1px solid currentcolor' }}
      />
      <Text component="span" inherit>
        {children}
      </Text>
    </Group>
  )
}
