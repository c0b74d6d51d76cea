import { Button, FileButton, Group, Input, Select, TextInput } from '@mantine/core'
import { useId } from 'react'
import { LogoBase64, schoolLogoMaxKib } from '#contract/kit/school.ts'
import { formatFixedSettingHint, type SchoolSettings } from '#contract/school/settings.ts'
import { formatZoneName } from '#web/kit/ui/dates/dates.ts'
import { filterZones, listZoneOptions, maxZoneOptions } from '#web/kit/ui/dates/zones.ts'
import { SchoolLogo } from '#web/kit/ui/school-logo.tsx'
import type { FieldsForm } from './fields.ts'
import styles from './settings.module.css'

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
          fixed.includes('name')
            ? formatFixedSettingHint('name')
            : 'Shown on every screen and in emails'
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
        limit={maxZoneOptions}
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
  if (isFixed) return formatFixedSettingHint('timeZone')
  return isFree
    ? 'Slots use this time zone. It cannot be changed once slots have been published.'
    : 'It cannot be changed because slots have been published in it.'
}

type LogoFieldProps = { form: FieldsForm; isFixed: boolean }

/** The school's logo: keep it, choose a file, or remove it. */
function LogoField({ form, isFixed }: LogoFieldProps) {
  const id = useId()
  const { logo } = form.values
  const { error } = form.getInputProps('logo')

  async function take(file: File | null) {
    if (!file) return
    const address = await readAddress(file)
    // An invalid picture gets no preview.
    const judged = LogoBase64.safeParse(address.replace(/^.*,/, ''))
    if (judged.success) form.setFieldValue('logo', address)
    else form.setErrors({ logo: judged.error.issues[0]?.message ?? '' })
  }

  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      id={id}
      description={
        isFixed
          ? formatFixedSettingHint('logo')
          : `PNG, JPEG or WebP, at most ${schoolLogoMaxKib} KB`
      }
      error={error}
    >
      <Group gap={12} mb={4}>
        <span className={styles.picture}>
          {logo ? <img src={logo} alt="The logo" /> : <SchoolLogo size={40} />}
        </span>
        {!isFixed && (
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={take}>
            {(props) => (
              <Button {...props} variant="default">
                {logo ? 'Choose another' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
        )}
        {!isFixed && logo && (
          <Button variant="default" onClick={() => form.setFieldValue('logo', '')}>
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

/** A file as a data URL. */
function readAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
