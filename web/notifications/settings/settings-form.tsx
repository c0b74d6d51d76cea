import { Stack } from '@mantine/core'
import {
  getKindsForRole,
  type NotificationSettings,
  saveNotificationSettings,
} from '#contract/notifications/delivery/settings.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useSettingsForm } from '#web/kit/form/settings-form.ts'
import { ThisBrowser } from '../push/this-browser.tsx'
import { DeliveryTimesCard } from './delivery-times-card.tsx'
import { NotificationFields, toFields } from './form-values.ts'
import { KindsGroups } from './kinds-groups.tsx'
import styles from './settings.module.css'

/** The form of the notification settings: channels by kind, and times. It is saved as a whole. */
export function SettingsForm({ role, saved }: { role: Role; saved: NotificationSettings }) {
  const save = useApiMutation(saveNotificationSettings[role])
  const { form, send, bar } = useSettingsForm({
    saved,
    schema: NotificationFields,
    toFields,
    save: (fields) => save.mutateAsync({ body: { value: NotificationFields.parse(fields) } }),
  })

  return (
    <form onSubmit={send} noValidate>
      <div className={styles.page}>
        <KindsGroups
          kinds={getKindsForRole(role)}
          chosen={form.values.kinds}
          choose={(kinds) => form.setFieldValue('kinds', kinds)}
          inputProps={form.getInputProps}
        />
        <Stack>
          <ThisBrowser />
          <DeliveryTimesCard fields={form.values} inputProps={form.getInputProps} />
        </Stack>
      </div>
      <SaveBar {...bar} isSaving={save.isPending} />
    </form>
  )
}
