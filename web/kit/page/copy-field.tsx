import { Button, Group, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { autoFocusProps } from './overlays/dialogs.ts'

/** A read-only value with a copy button and a hint. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint: string }) {
  const { copy, copied, error } = useClipboard()
  return (
    <div>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={label}
          value={value}
          readOnly
          flex={1}
          {...autoFocusProps}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="default" onClick={() => copy(value)} w={104}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <Text c="dimmed" mt={8} role="status">
        {error
          ? 'This browser does not allow copying. Select the text and copy it yourself.'
          : hint}
      </Text>
    </div>
  )
}
