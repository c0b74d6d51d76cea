import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import { webhookEventLabels, webhookEvents } from '#contract/webhooks/events.ts'
import { addWebhook, editWebhook, NewWebhook, type Webhook } from '#contract/webhooks/webhooks.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { CopyField } from '#web/kit/page/copy-field.tsx'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'

export function openNewWebhook(): void {
  openContentDialog('Add webhook', (close) => <NewWebhookForm close={close} />)
}

export function openWebhookForm(webhook: Webhook): void {
  openContentDialog('Edit webhook', (close) => <EditWebhookForm webhook={webhook} close={close} />)
}

/** Shows a secret, which is never shown again. */
export function showSecret(secret: string): void {
  openContentDialog('New secret', (close) => <Secret secret={secret} close={close} />)
}

type Close = { close: () => void }
type Added = EndpointReply<typeof addWebhook>

/** Moves the focus to the field once, also where it takes the place of a form. */
const focusField = (shown: HTMLDivElement | null) => shown?.querySelector('input')?.focus()

function Secret({ secret, warning, close }: Close & Pick<Added, 'secret' | 'warning'>) {
  return (
    <Stack ref={focusField}>
      {warning !== undefined && (
        <Alert title={warning} variant="default" color="orange">
          The webhook was added, but nothing can be sent to it now.
        </Alert>
      )}
      <CopyField
        label="Secret"
        value={secret}
        hint="The receiver uses it to verify that events come from Weekward. Copy it now: it is not shown again. Then send a test event from the webhook’s page."
      />
      <Group justify="flex-end">
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  )
}

function NewWebhookForm({ close }: Close) {
  const { mutateAsync } = useApiMutation(addWebhook)
  const [added, setAdded] = useState<Added>()
  const send = async (value: NewWebhook) => setAdded(await mutateAsync({ body: { value } }))
  if (added) return <Secret {...added} close={close} />
  return (
    <WebhookFields
      before={{ url: '', events: webhookEvents }}
      label="Add"
      send={send}
      close={close}
    />
  )
}

function EditWebhookForm({ webhook, close }: Close & { webhook: Webhook }) {
  const { mutateAsync } = useApiMutation(editWebhook)
  const { _id, url, events } = webhook
  const send = async (value: NewWebhook) => {
    const { message, warning } = await mutateAsync({ body: { value: { _id, ...value } } })
    close()
    toastSuccess(message, warning)
  }
  return <WebhookFields before={{ url, events }} label="Save" send={send} close={close} />
}

type FieldsProps = Close & {
  before: NewWebhook
  label: string
  send: (value: NewWebhook) => Promise<void>
}

function WebhookFields({ before, label, send, close }: FieldsProps) {
  const { form, submit } = useSchemaForm(NewWebhook, before)
  return (
    <DialogForm
      onSubmit={submit(send, toastServerErrorMessage)}
      close={close}
      label={label}
      busy={form.submitting}
    >
      <TextInput
        label="Address"
        description="A public https:// address."
        type="url"
        autoComplete="off"
        spellCheck={false}
        {...autoFocusProps}
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label="Events" {...form.getInputProps('events')}>
        <Stack gap={8} mt={8}>
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={
                <>
                  {webhookEventLabels[event]}
                  <Text span size="xs" c="dimmed" ml={8}>
                    {event}
                  </Text>
                </>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  )
}
