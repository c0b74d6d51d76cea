import { List, Text } from '@mantine/core'
import { autoFocusProps } from '#web/kit/page/overlays/dialogs.ts'

type Props = { refused: { person: { _id: string; name: string }; message: string }[] }

/** The people for whom a bulk action failed, with the reasons. */
export function RefusedPeople({ refused }: Props) {
  return (
    <List listStyleType="none" spacing="xs" tabIndex={-1} {...autoFocusProps}>
      {refused.map(({ person, message }) => (
        <List.Item key={person._id}>
          <Text fw={500}>{person.name}</Text>
          <Text c="dimmed">{message}</Text>
        </List.Item>
      ))}
    </List>
  )
}
