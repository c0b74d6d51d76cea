import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import {
  getSchoolSettings,
  type SchoolSettings,
  SchoolSettingsChange,
  saveSchoolSettings,
  testMailServer,
} from '#contract/school/settings.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useSettingsForm } from '#web/kit/form/settings-form.ts'
import { Page } from '#web/kit/page/page.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { ManualLink } from '#web/kit/ui/text/manual-link.tsx'
import { paths } from '#web/paths.ts'
import { BookingFields } from './booking-fields.tsx'
import { confirmMailServer, hasMailTransportChanged } from './confirm-mail-server.ts'
import { makeSchoolChangeSchema, type TryMail, toFields } from './fields.ts'
import { HolidaysCard } from './holidays/holidays-card.tsx'
import { MailFields } from './mail-fields.tsx'
import { SchoolFields } from './school-fields.tsx'
import styles from './settings.module.css'
import { LocaleFields } from './sorting-and-phone-fields.tsx'

/** The school settings: name, logo, zone, bookings and mails. */
export function SchoolSettingsPage() {
  return (
    <Page title="School settings" crumbs={[{ label: 'Account', to: paths.account('admin') }]}>
      <Loaded
        query={useApiQuery(getSchoolSettings)}
        skeleton={<Skeletons count={2} height={320} />}
      >
        {(settings) => <SettingsForm saved={settings} />}
      </Loaded>
    </Page>
  )
}

function SettingsForm({ saved }: { saved: SchoolSettings }) {
  const save = useApiMutation(saveSchoolSettings)
  const tryServer = useApiMutation(testMailServer)
  // A mutation of its own, so that only the clicked button shows as loading.
  const tryFirst = useApiMutation(testMailServer)
  const by =
    (call: typeof tryServer): TryMail =>
    (to, mail) =>
      call.mutateAsync({ body: { ...(to ? { to } : {}), ...mail } })
  const { form, send, bar } = useSettingsForm({
    saved,
    schema: makeSchoolChangeSchema(saved),
    toFields,
    confirmSave: async (fields, before) =>
      !hasMailTransportChanged(fields, before, saved) ||
      confirmMailServer(makeSchoolChangeSchema(saved).parse(fields), by(tryFirst)),
    save: (fields) => {
      const body = SchoolSettingsChange.parse(makeSchoolChangeSchema(saved).parse(fields))
      return save.mutateAsync({ body })
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
        <SectionCard id="mails" title="Mails">
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
