import { Checkbox, Select, Text, TextInput } from '@mantine/core'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { formatZoneName } from '#web/kit/ui/dates/dates.ts'
import { weekdays } from '#web/kit/ui/dates/weekdays.ts'
import { filterZones, listZoneOptions, zoneOptionsMax } from '#web/kit/ui/dates/zones.ts'
import { useSchoolZone } from '#web/school/api.ts'
import type { InputProps, NotificationFields } from './form-values.ts'
import styles from './settings.module.css'

type Props = { fields: NotificationFields; inputProps: InputProps }

/** Quiet hours, the weekly summary and the time zone. */
export function DeliveryTimesCard({ fields, inputProps }: Props) {
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
          What can wait arrives afterwards. Bookings and account security do not wait.
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
        description="Sent by mail on this day"
        allowDeselect={false}
        data={[
          { value: '', label: 'None' },
          ...weekdays.map((name, index) => ({ value: String(index + 1), label: name })),
        ]}
        {...inputProps('weeklySummary')}
      />
      <Select
        label="Time zone"
        description="For times in notifications and mails, with the school’s time next to them"
        allowDeselect={false}
        searchable
        limit={zoneOptionsMax}
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
