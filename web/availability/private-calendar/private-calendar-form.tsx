import { Stack, Text, TextInput } from '@mantine/core'
import { NewPrivateCalendar, savePrivateCalendar } from '#contract/availability/private-calendar.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'

/** Opens the form for the address of the reviewer's own calendar. */
export function openPrivateCalendarForm(): void {
  contentDialog('Your calendar', (close) => <PrivateCalendarForm close={close} />)
}

function PrivateCalendarForm({ close }: { close: () => void }) {
  const { mutateAsync } = useApiMutation(savePrivateCalendar)
  const { form, submit } = useSchemaForm(NewPrivateCalendar, { url: '' })
  const send = async (value: NewPrivateCalendar) => {
    const { message } = await mutateAsync({ body: { value } })
    close()
    toastSuccess(message)
  }
  return (
    <form onSubmit={submit(send, toastServerMessage)} noValidate>
      <Stack>
        <TextInput
          label="Address in iCalendar format"
          description="Begins with https:// or webcal:// and is secret: it is not shown again."
          type="url"
          autoComplete="off"
          spellCheck={false}
          {...autoFocusProps}
          {...form.getInputProps('url')}
        />
        <Text c="dimmed">
          Google Calendar calls it ‘Secret address in iCal format’, Outlook ‘ICS’ of a published
          calendar, iCloud ‘Public Calendar’, Nextcloud ‘subscription link’. The guide says where
          they are.
        </Text>
        <DialogButtons close={close} label="Save" busy={form.submitting} />
      </Stack>
    </form>
  )
}
