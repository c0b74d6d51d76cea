import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core'
import {
  getKindsForRole,
  getNotificationSettings,
  type NotificationSettings,
  saveNotificationSettings,
} from '#contract/notifications/delivery/settings.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useSettingsForm } from '#web/kit/form/settings-form.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { formatZoneName } from '#web/kit/ui/dates/dates.ts'
import { weekdays } from '#web/kit/ui/dates/weekdays.ts'
import { filterZones, listZoneOptions, maxZoneOptions } from '#web/kit/ui/dates/zones.ts'
import { paths } from '#web/paths.ts'
import { useIsZoneFetched, useSchoolZone } from '#web/school/api.ts'
import { ThisBrowserSettings } from '../push/this-browser-settings.tsx'
import { type GetInputProps, NotificationFields, toFields } from './form-values.ts'
import { KindGroups } from './kind-groups.tsx'
import styles from './settings.module.css'

export function NotificationSettingsPage() {
  const role = useRole()
  return (
    <Page
      title="Notification settings"
      crumbs={[{ label: 'Notifications', to: paths.notices(role) }]}
    >
      <LoadedData
        query={useApiQuery(getNotificationSettings[role])}
        ready={useIsZoneFetched()}
        skeleton={<Skeletons count={2} height={320} />}
      >
        {(settings) => <SettingsForm role={role} saved={settings} />}
      </LoadedData>
    </Page>
  )
}

/** The form of the notification settings: channels by kind, and times. It is saved as a whole. */
function SettingsForm({ role, saved }: { role: Role; saved: NotificationSettings }) {
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
        <KindGroups
          kinds={getKindsForRole(role)}
          chosen={form.values.kinds}
          choose={(kinds) => form.setFieldValue('kinds', kinds)}
          inputProps={form.getInputProps}
        />
        <Stack>
          <ThisBrowserSettings />
          <DeliveryTimesCard fields={form.values} inputProps={form.getInputProps} />
        </Stack>
      </div>
      <SaveBar {...bar} isSaving={save.isPending} />
    </form>
  )
}

type Props = { fields: NotificationFields; inputProps: GetInputProps }

/** Quiet hours, the weekly summary and the time zone. */
function DeliveryTimesCard({ fields, inputProps }: Props) {
  const schoolZone = useSchoolZone()
  return (
    <SectionCard id="when" title="When">
      <div>
        <Checkbox
          label="Quiet hours"
          styles={{ body: { minHeight: 'var(--control)', alignItems: 'center' } }}
          {...inputProps('isQuiet', { type: 'checkbox' })}
        />
        <Text c="dimmed">
          Less urgent notifications arrive afterwards. Bookings and account security do not wait.
        </Text>
      </div>
      {fields.isQuiet && (
        <div className={styles.pair}>
          <TextInput label="From" type="time" {...inputProps('quietHours.from')} />
          <TextInput label="To" type="time" {...inputProps('quietHours.to')} />
        </div>
      )}
      <Select
        label="Weekly summary"
        description="Sent by email on this day"
        allowDeselect={false}
        data={[
          { value: '', label: 'None' },
          ...weekdays.map((name, index) => ({ value: String(index + 1), label: name })),
        ]}
        {...inputProps('weeklySummary')}
      />
      <Select
        label="Time zone"
        description="For times in notifications and emails, with the school’s time next to them"
        allowDeselect={false}
        searchable
        limit={maxZoneOptions}
        filter={filterZones}
        // Typing replaces the value.
        onFocus={(event) => event.currentTarget.select()}
        nothingFoundMessage="No matching time zones"
        data={[
          { value: '', label: `The school’s: ${formatZoneName(schoolZone)}` },
          ...listZoneOptions(fields.timeZone).map((zone) => ({
            value: zone,
            label: formatZoneName(zone),
          })),
        ]}
        {...inputProps('timeZone')}
      />
    </SectionCard>
  )
}
