import { Card, Stack, Title } from '@mantine/core'
import {
  getSchoolSettings,
  type SchoolSettings,
  SchoolSettingsChange,
  saveSchoolSettings,
  tryMailServer,
} from '#contract/school/settings.ts'
import { useCall, useChange } from '#web/kit/call/query.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useWholeForm } from '#web/kit/form/whole-form.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { fieldsOf, schoolChange, type TryMail } from './fields.ts'
import { MailFields } from './mail-fields.tsx'
import { SchoolFields } from './school-fields.tsx'
import styles from './settings.module.css'

/** What is this school called, by which clock does it go, and how do its mails leave? */
export function SchoolSettingsPage() {
  return (
    <Page title="School settings" trail={[{ label: 'Account', to: paths.account('admin') }]}>
      <Loaded query={useCall(getSchoolSettings)} skeleton={<Skeletons count={2} height={320} />}>
        {(settings) => <SettingsForm saved={settings} />}
      </Loaded>
    </Page>
  )
}

function SettingsForm({ saved }: { saved: SchoolSettings }) {
  const save = useChange(saveSchoolSettings)
  const tryServer = useChange(tryMailServer)
  const { form, send, bar } = useWholeForm({
    saved,
    schema: schoolChange(saved),
    fieldsOf,
    save: (fields) => {
      const body = SchoolSettingsChange.parse(schoolChange(saved).parse(fields))
      return save.mutateAsync({ body })
    },
  })

  const tryMail: TryMail = (to, mail) =>
    tryServer.mutateAsync({ body: { ...(to ? { to } : {}), ...mail } })

  return (
    <form onSubmit={send} noValidate>
      <div className={styles.page}>
        <Card component="section" withBorder aria-labelledby="school">
          <Stack>
            <Title order={2} id="school">
              School
            </Title>
            <SchoolFields form={form} settings={saved} />
          </Stack>
        </Card>
        <Card component="section" withBorder aria-labelledby="mails">
          <Stack>
            <Title order={2} id="mails">
              Mails
            </Title>
            <MailFields
              form={form}
              settings={saved}
              tryMail={tryMail}
              usualRecipient="Your own address"
            />
          </Stack>
        </Card>
      </div>
      <SaveBar {...bar} isSaving={save.isPending} />
    </form>
  )
}
