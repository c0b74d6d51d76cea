import { Button, Group, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { startsHere } from '#web/kit/page/dialogs.ts'

/** The link of an invitation, for an admin to hand over where mail does not arrive. */
export function InviteLink({ name, url }: { name: string; url: string }) {
  const { copy, copied, error } = useClipboard()
  return (
    <>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={`Invitation link for ${name}`}
          value={url}
          readOnly
          flex={1}
          {...startsHere}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="default" onClick={() => copy(url)} w={104}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <Text c="dimmed" mt={8} role="status">
        {error
          ? 'This browser does not allow copying: select the link and copy it yourself.'
          : 'It is in the invitation’s mail too. Hand it over yourself where mail does not arrive.'}
      </Text>
    </>
  )
}
