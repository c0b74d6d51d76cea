import { Select, TextInput } from '@mantine/core'
import { formatSetBy, type SchoolSettings } from '#contract/school/settings.ts'
import { formatZoneName } from '#web/kit/ui/dates/dates.ts'
import { filterZones, listZoneOptions, zoneOptionsMax } from '#web/kit/ui/dates/zones.ts'
import type { FieldsForm } from './fields.ts'
import { LogoField } from './logo-field.tsx'

type Props = { form: FieldsForm; settings: SchoolSettings }

/** The school's name, logo and time zone. */
export function SchoolFields({ form, settings: { fixed, isZoneFree } }: Props) {
  const { timeZone } = form.values
  const isZoneFixed = fixed.includes('timeZone')
  return (
    <>
      <TextInput
        label="School’s name"
        description={
          fixed.includes('name') ? formatSetBy('name') : 'Shown on every screen and in mails'
        }
        readOnly={fixed.includes('name')}
        autoComplete="organization"
        {...form.getInputProps('name')}
      />
      <LogoField form={form} isFixed={fixed.includes('logo')} />
      <Select
        label="School’s time zone"
        description={zoneNote(isZoneFixed, isZoneFree)}
        readOnly={isZoneFixed || !isZoneFree}
        allowDeselect={false}
        searchable={!isZoneFixed && isZoneFree}
        limit={zoneOptionsMax}
        filter={filterZones}
        // Enter takes the only match.
        selectFirstOptionOnChange
        nothingFoundMessage="No matching time zones"
        data={listZoneOptions(timeZone).map((zone) => ({
          value: zone,
          label: formatZoneName(zone),
        }))}
        {...form.getInputProps('timeZone')}
      />
    </>
  )
}

function zoneNote(isFixed: boolean, isFree: boolean): string {
  if (isFixed) return formatSetBy('timeZone')
  return isFree
    ? 'Slots use this time zone. It cannot be changed once slots have been published.'
    : 'It cannot be changed because slots have been published in it.'
}
