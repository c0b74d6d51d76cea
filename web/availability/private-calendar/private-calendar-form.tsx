import { Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import {
  getPrivateCalendar,
  NewPrivateCalendar,
  privateCalendarMessages,
  savePrivateCalendar,
} from '#contract/availability/private-calendar.ts'
import { calendarReadIntervalMinMs, calendarTimeoutMs } from '#contract/limits/availability.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { ManualLink } from '#web/kit/ui/text/manual-link.tsx'
import { isCalendarRead } from './is-calendar-read.ts'

/** Opens the form for the address of the reviewer's own calendar. */
export function openPrivateCalendarForm(): void {
  openContentDialog('Your calendar', (close) => <PrivateCalendarForm close={close} />)
}

/** A reading begins at most one gap after the last one. */
const firstReadingMs = calendarReadIntervalMinMs + calendarTimeoutMs

/** The form stays until the first reading shows whether the address is right. */
function PrivateCalendarForm({ close }: { close: () => void }) {
  const { mutateAsync } = useApiMutation(savePrivateCalendar)
  const { form, submit } = useSchemaForm(NewPrivateCalendar, { url: '' })
  const [savedAt, setSavedAt] = useState<string>()
  const { data } = useApiQuery(getPrivateCalendar)
  const saved = data?.calendar?.addedAt === savedAt ? data?.calendar : undefined
  const error = saved?.failing?.error
  const hasRead = saved ? isCalendarRead(saved) : false

  function finish(message: string): void {
    close()
    toastSuccess(message)
  }
  useEffect(() => {
    if (error === undefined) return
    form.setFieldError('url', error)
    setSavedAt(undefined)
  }, [error])
  useEffect(() => {
    if (hasRead) finish(privateCalendarMessages.read)
  }, [hasRead])
  useEffect(() => {
    if (savedAt === undefined) return
    const later = setTimeout(() => finish(privateCalendarMessages.saved), firstReadingMs)
    return () => clearTimeout(later)
  }, [savedAt])

  const send = async (value: NewPrivateCalendar) =>
    setSavedAt((await mutateAsync({ body: { value } })).calendar.addedAt)
  return (
    <DialogForm
      onSubmit={submit(send, toastServerErrorMessage)}
      close={close}
      label="Save"
      busy={form.submitting || savedAt !== undefined}
    >
      <TextInput
        label="iCalendar address"
        description="Starts with https:// or webcal://. It is kept secret and not shown again."
        type="url"
        autoComplete="off"
        spellCheck={false}
        {...autoFocusProps}
        {...form.getInputProps('url')}
      />
      <Text c="dimmed">
        Google Calendar calls it ‘Secret address in iCal format’, Outlook ‘ICS’ of a published
        calendar, iCloud ‘Public Calendar’, Nextcloud ‘subscription link’. See{' '}
        <ManualLink page="guide/reviewer" hash="#add-your-own-calendar" />.
      </Text>
    </DialogForm>
  )
}
