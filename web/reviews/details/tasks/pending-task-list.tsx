import { List, Text } from '@mantine/core'
import { LinkedText } from '#web/kit/ui/text/linked-text.tsx'

/** The pending tasks after a review. */
export function PendingTaskList({ lines }: { lines: string[] }) {
  if (lines.length === 0)
    return (
      <Text size="md" c="dimmed">
        Nothing is pending.
      </Text>
    )
  return (
    <List size="md" maw={720} style={{ overflowWrap: 'anywhere' }}>
      {lines.map((line, index) => (
        <List.Item key={`${index} ${line}`}>
          <LinkedText>{line}</LinkedText>
        </List.Item>
      ))}
    </List>
  )
}
