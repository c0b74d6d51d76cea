import { Stack } from '@mantine/core'
import { kindsFor, type NoticeSettings, saveNoticeSettings } from '#contract/notices/settings.ts'
import type { Role } from '#contract/roles.ts'
import { useChange } from '#web/kit/call/query.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useWholeForm } from '#web/kit/form/whole-form.ts'
import { ThisBrowser } from '../push/this-browser.tsx'
import { fieldsOf, NoticeFields } from './fields.ts'
import { KindsGroups } from './kinds-groups.tsx'
import styles from './settings.module.css'
import { WhenCard } from './when-card.tsx'

/** How somebody is told of things, by kind and by the clock; all of it is saved at once. */
export function SettingsForm({ role, saved }: { role: Role; saved: NoticeSettings }) {
  const save = useChange(saveNoticeSettings[role])
  const { form, send, bar } = useWholeForm({
    saved,
    schema: NoticeFields,
    fieldsOf,
    save: (fields) => save.mutateAsync({ body: { value: NoticeFields.parse(fields) } }),
  })

  return (
    <form onSubmit={send} noValidate>
      <div className={styles.page}>
        <KindsGroups
          kinds={kindsFor(role)}
          chosen={form.values.kinds}
          choose={(kinds) => form.setFieldValue('kinds', kinds)}
          inputProps={form.getInputProps}
        />
        <Stack>
          <ThisBrowser />
          <WhenCard fields={form.values} inputProps={form.getInputProps} />
        </Stack>
      </div>
      <SaveBar {...bar} isSaving={save.isPending} />
    </form>
  )
}
