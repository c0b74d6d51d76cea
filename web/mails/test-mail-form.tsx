import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type ListedMail, sendTestMail, TestMailRecipient } from '#contract/mails.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { toastServerMessage } from '#web/kit/page/overlays/toast.ts'
import { getOutcome } from './format.ts'
import styles from './test-mail-form.module.css'

const fieldId = 'test-mail-to'

/** The field for the test mail's recipient. */
export const testMailField = () => document.getElementById(fieldId)

/** Sends a test mail, and shows the mail server's answer. */
export function TestMailForm() {
  const [sent, setSent] = useState<ListedMail>()
  const { form, submit } = useSchemaForm(TestMailRecipient, { to: '' })
  const test = useApiMutation(sendTestMail)

  const send = submit(async ({ to }) => {
    setSent(undefined)
    try {
      const { mail } = await test.mutateAsync({ body: { to } })
      setSent(mail)
    } catch (error) {
      toastServerMessage(error)
      throw error
    } finally {
      // Ready for another address.
      form.getInputNode('to')?.focus()
    }
  })

  return (
    <Card component="form" withBorder onSubmit={send} noValidate>
      <Stack gap={0}>
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Send a test mail to"
            id={fieldId}
            description="Leave empty to send it to yourself."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            type="email"
            autoComplete="off"
            flex="1 1 240px"
            maw={400}
            {...form.getInputProps('to')}
          />
          <Button
            type="submit"
            variant="default"
            loading={form.submitting}
            className={styles.send ?? ''}
          >
            Send
          </Button>
        </Group>
        <Text role="status" size="sm" mt={sent ? 'xs' : 0} style={{ overflowWrap: 'anywhere' }}>
          {sent && getOutcome(sent)}
        </Text>
      </Stack>
    </Card>
  )
}
