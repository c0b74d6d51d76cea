import { Button, Group, NumberInput, Select, Text } from '@mantine/core'
import { Link } from 'react-router'
import {
  type PhoneNumberFormat,
  phoneNumberFormats,
} from '#contract/kit/text/phone-number-formats.ts'
import { sortingLanguages } from '#contract/kit/text/sorting-languages.ts'
import {
  bookingHorizonDaysDefault,
  bookingHorizonDaysMax,
  planDaysBeforeDueMax,
  planNoticeHoursMax,
} from '#contract/limits/limits.ts'
import {
  getSchoolSettings,
  type SchoolSettings,
  SchoolSettingsChange,
  saveSchoolSettings,
  testMailServer,
} from '#contract/school/settings.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useSettingsForm } from '#web/kit/form/settings-form.ts'
import { Page } from '#web/kit/page/page.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { ManualLink } from '#web/kit/ui/text/manual-link.tsx'
import { paths } from '#web/paths.ts'
import {
  type FieldsForm,
  makeSchoolChangeSchema,
  pickChanged,
  type SendTestMail,
  toFields,
} from './fields.ts'
import { HolidaysCard } from './holidays/holidays-card.tsx'
import { MailFields } from './mail-fields.tsx'
import { SchoolFields } from './school-fields.tsx'
import styles from './settings.module.css'
import { hasMailTransportChanged, testMailServerBeforeSaving } from './test-before-saving.ts'

/** The school settings: name, logo, zone, bookings and mails. */
export function SchoolSettingsPage() {
  return (
    <Page title="School settings" crumbs={[{ label: 'Account', to: paths.account('admin') }]}>
      <LoadedData
        query={useApiQuery(getSchoolSettings)}
        skeleton={<Skeletons count={2} height={320} />}
      >
        {(settings) => <SettingsForm saved={settings} />}
      </LoadedData>
    </Page>
  )
}

function SettingsForm({ saved }: { saved: SchoolSettings }) {
  const save = useApiMutation(saveSchoolSettings)
  const tryServer = useApiMutation(testMailServer)
  // A mutation of its own, so that only the clicked button shows as loading.
  const tryFirst = useApiMutation(testMailServer)
  const by =
    (call: typeof tryServer): SendTestMail =>
    (to, mail) =>
      call.mutateAsync({ body: { ...(to ? { to } : {}), ...mail } })
  const { form, send, bar } = useSettingsForm({
    saved,
    schema: makeSchoolChangeSchema(saved),
    toFields,
    confirmSave: async (fields, before) =>
      !hasMailTransportChanged(fields, before, saved) ||
      testMailServerBeforeSaving(makeSchoolChangeSchema(saved).parse(fields), by(tryFirst)),
    save: (fields, before) => {
      const change = SchoolSettingsChange.parse(makeSchoolChangeSchema(saved).parse(fields))
      return save.mutateAsync({ body: pickChanged(change, fields, before) })
    },
  })

  return (
    <form onSubmit={send} noValidate>
      <div className={styles.page}>
        <SectionCard id="school" title="School">
          <Text c="dimmed">
            See <ManualLink page="run/settings" />.
          </Text>
          <SchoolFields form={form} settings={saved} />
          <LocaleFields form={form} />
        </SectionCard>
        <SectionCard id="booking" title="Booking">
          <BookingFields form={form} />
        </SectionCard>
        <HolidaysCard holidays={saved.holidays} />
        <SectionCard id="mails" title="Emails">
          <Text c="dimmed">
            See <ManualLink page="run/mail" />.
          </Text>
          <MailFields
            form={form}
            settings={saved}
            tryMail={by(tryServer)}
            defaultRecipient="Your own address"
          />
        </SectionCard>
        <SectionCard id="webhooks" title="Webhooks">
          <Text c="dimmed">
            Tell other systems when a review is booked or a student is added. See{' '}
            <ManualLink page="develop/webhooks" />.
          </Text>
          <Group>
            <Button variant="default" component={Link} to={paths.webhooks}>
              Webhooks
            </Button>
          </Group>
        </SectionCard>
      </div>
      <SaveBar {...bar} isSaving={save.isPending || tryFirst.isPending} />
    </form>
  )
}

/** How far ahead slots are booked and planned. */
function BookingFields({ form }: { form: FieldsForm }) {
  return (
    <>
      <NumberInput
        label="Booking window in days"
        description={`From ${bookingHorizonDaysDefault} to ${bookingHorizonDaysMax}, including today`}
        min={bookingHorizonDaysDefault}
        max={bookingHorizonDaysMax}
        {...form.getInputProps('bookableDays')}
      />
      <NumberInput
        label="Earliest planning in days before the due date"
        description={`From 0 to ${planDaysBeforeDueMax}. Advisors can still plan or book earlier`}
        min={0}
        max={planDaysBeforeDueMax}
        {...form.getInputProps('planEarliestDays')}
      />
      <NumberInput
        label="Minimum notice of planned reviews in hours"
        description={`From 0 to ${planNoticeHoursMax}. Overdue reviews still take the next free slot`}
        min={0}
        max={planNoticeHoursMax}
        {...form.getInputProps('planNoticeHours')}
      />
    </>
  )
}

const names = new Intl.DisplayNames('en', { type: 'language' })
const options = sortingLanguages
  .map((language) => ({ value: language, label: names.of(language) ?? language }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

const formNames: Record<PhoneNumberFormat, string> = {
  'ten-digits': 'Ten digits',
  international: 'International, with the country code',
}

/** The settings that depend on the country. */
function LocaleFields({ form }: { form: FieldsForm }) {
  return (
    <>
      <Select
        label="Sorting language"
        description="Names in lists are sorted by its rules"
        allowDeselect={false}
        searchable
        filter={filterOptions}
        selectFirstOptionOnChange
        nothingFoundMessage="No matching languages"
        data={options}
        {...form.getInputProps('language')}
      />
      <Select
        label="Phone numbers"
        description="How people enter their mobile numbers"
        allowDeselect={false}
        data={phoneNumberFormats.map((value) => ({ value, label: formNames[value] }))}
        {...form.getInputProps('phoneNumbers')}
      />
    </>
  )
}
