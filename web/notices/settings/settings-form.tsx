import { Stack } from '@mantine/core'
import { useRef } from 'react'
import { kindsFor, type NoticeSettings, saveNoticeSettings } from '#contract/notices/settings.ts'
import { notices } from '#contract/notices.ts'
import type { Role } from '#contract/roles.ts'
import { useChange } from '#web/kit/call/query.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useSavedElsewhere } from '#web/kit/form/saved-elsewhere.ts'
import { useUnsaved } from '#web/kit/form/unsaved.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'
import { ThisBrowser } from '../push/this-browser.tsx'
import { fieldsOf, NoticeFields } from './fields.ts'
import { KindsCard } from './kinds-card.tsx'
import styles from './settings.module.css'
import { WhenCard } from './when-card.tsx'

/** How somebody is told of things, by kind and by the clock; all of it is saved at once. */
export function SettingsForm({ role, saved }: { role: Role; saved: NoticeSettings }) {
  const save = useChange(saveNoticeSettings[role])
  const { form, submit } = useSchemaForm(NoticeFields, fieldsOf(saved))
  const says = useRef<HTMLParagraphElement>(null)
  const isUnsaved = form.isDirty()
  useUnsaved(isUnsaved)
  useSavedElsewhere(saved, isUnsaved, show)

  function show(settings: NoticeSettings): void {
    form.setInitialValues(fieldsOf(settings))
    form.reset()
  }

  const send = submit(async (fields) => {
    try {
      const value = NoticeFields.parse(fields)
      const { message, settings } = await save.mutateAsync({ body: { value } })
      show(settings)
      // There is nothing more to press.
      says.current?.focus()
      toastSuccess(message)
    } catch (error) {
      toastServerMessage(error)
      throw error
    }
  })

  const kinds = kindsFor(role)
  const others = kinds.filter((kind) => !notices[kind].isSafety)
  return (
    <form onSubmit={send} noValidate>
      <div className={styles.page}>
        <Stack>
          <KindsCard
            title="Bookings and calls"
            text="Their mails come at once, also in quiet hours."
            kinds={others.filter((kind) => notices[kind].mail === 'at-once')}
            inputProps={form.getInputProps}
          />
          <KindsCard
            title="What can wait"
            text="Mails of the same five minutes come as one."
            kinds={others.filter((kind) => notices[kind].mail === 'gathered')}
            inputProps={form.getInputProps}
          />
          <KindsCard
            title="Your account"
            text="These keep your account safe, so page and mail are always on."
            kinds={kinds.filter((kind) => notices[kind].isSafety)}
            inputProps={form.getInputProps}
          />
        </Stack>
        <Stack>
          <ThisBrowser />
          <WhenCard fields={form.values} inputProps={form.getInputProps} />
        </Stack>
      </div>
      <SaveBar
        saysRef={says}
        says={isUnsaved ? 'Not saved yet.' : 'All is saved.'}
        isUnsaved={isUnsaved}
        isSaving={save.isPending}
        onDiscard={isUnsaved ? form.reset : undefined}
      />
    </form>
  )
}
