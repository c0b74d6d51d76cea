import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { NewPasswordWithConfirmation } from '#contract/accounts/accounts.ts'
import {
  checkSetUp,
  FirstAdmin,
  setUpSchool,
  testFirstMailServer,
} from '#contract/accounts/links/school-set-up.ts'
import { type SchoolSettings, SchoolSettingsChange } from '#contract/school/settings.ts'
import { isDeadLink, LinkPage } from '#web/accounts/links/link-page.tsx'
import { queryClient, useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { beginSession } from '#web/kit/api/session.ts'
import { PasswordTwiceFields } from '#web/kit/form/fields/password-twice.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { getBrowserZoneOption } from '#web/kit/ui/dates/zones.ts'
import { paths } from '#web/paths.ts'
import {
  type SendTestMail,
  type SettingsFields,
  toChange,
  toFields,
} from '#web/school/settings/fields.ts'
import { MailFields } from '#web/school/settings/mail-fields.tsx'
import { SchoolFields as FieldsOfSchool } from '#web/school/settings/school-fields.tsx'
import styles from '#web/school/settings/settings.module.css'
import { testMailServerBeforeSaving } from '#web/school/settings/test-before-saving.ts'

/** The set-up of a school, opened by the link that its server has printed. */
export function SetUpPage() {
  const { id = '' } = useParams()
  const check = useApiQuery(checkSetUp, { params: { id } }, { once: true })
  return (
    <LinkPage
      title="Set up your school"
      lead="It takes a minute or two, and most of it can be changed later."
      check={check}
    >
      {check.data && <SetUpForm secret={id} settings={check.data} lookAgain={check.refetch} />}
    </LinkPage>
  )
}

type SetUpFields = SettingsFields & {
  admin: { name: string; email: string; password: string; confirm: string }
}

/** The schema of the fields: the school's settings, the admin and the password, typed twice. */
function setUpChange(settings: SchoolSettings) {
  const admin = FirstAdmin.omit({ password: true }).and(NewPasswordWithConfirmation)
  return z
    .custom<SetUpFields>()
    .transform(({ admin, ...fields }) => ({ ...toChange(fields, settings), admin }))
    .pipe(SchoolSettingsChange.extend({ admin }))
}

/** The initial values, with this browser's zone instead of the server's. */
function firstFields(settings: SchoolSettings): SetUpFields {
  const fields = toFields(settings)
  return {
    ...fields,
    name: settings.fixed.includes('name') ? settings.name : '',
    timeZone: settings.fixed.includes('timeZone') ? settings.timeZone : getBrowserZoneOption(),
    admin: { name: '', email: '', password: '', confirm: '' },
  }
}

type FormProps = {
  secret: string
  settings: SchoolSettings
  /** Checks the link again, which decides whether this form is shown. */
  lookAgain: () => unknown
}

function SetUpForm({ secret, settings, lookAgain }: FormProps) {
  const params = { id: secret }
  const navigate = useNavigate()
  const setUp = useApiMutation(setUpSchool)
  const tryServer = useApiMutation(testFirstMailServer)
  // A mutation of its own, so that only the clicked button shows as loading.
  const tryFirst = useApiMutation(testFirstMailServer)
  const [initial] = useState(() => firstFields(settings))
  const { form, submit } = useSchemaForm(setUpChange(settings), initial)

  const by =
    (call: typeof tryServer): SendTestMail =>
    (to, mail) =>
      call.mutateAsync({ params, body: { to: to || form.values.admin.email, ...mail } })

  const send = submit(async (fields) => {
    try {
      const { admin, ...school } = setUpChange(settings).parse(fields)
      if (!(await testMailServerBeforeSaving(school, by(tryFirst)))) return
      const { name, email, password } = admin
      const body = { ...school, admin: { name, email, password } }
      const { token, message } = await setUp.mutateAsync({ params, body })
      beginSession('admin', token)
      navigate(paths.home('admin'))
      // The school has a new name and zone.
      await queryClient.invalidateQueries()
      toastSuccess(message)
    } catch (error) {
      toastServerErrorMessage(error)
      // Somebody was quicker, for example in another tab: the screen of a used link leads to the
      // login.
      if (isDeadLink(error)) lookAgain()
      throw error
    }
  })

  return (
    <FormStack onSubmit={send}>
      <Title order={2}>School</Title>
      <FieldsOfSchool form={form} settings={settings} />
      <Stack className={styles.part ?? ''}>
        <Title order={2}>You, the admin</Title>
        <TextInput label="Name" autoComplete="name" {...form.getInputProps('admin.name')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          {...form.getInputProps('admin.email')}
        />
        <PasswordTwiceFields
          password={form.getInputProps('admin.password')}
          confirm={form.getInputProps('admin.confirm')}
        />
      </Stack>
      <Stack className={styles.part ?? ''}>
        <Title order={2}>Emails</Title>
        <MailFields
          form={form}
          settings={settings}
          tryMail={by(tryServer)}
          defaultRecipient={form.values.admin.email}
        />
      </Stack>
      <Stack className={styles.part ?? ''} gap="sm">
        <Text c="dimmed">
          Next, add your first domain, its tasks and your people. Home guides you through it.
        </Text>
        <Button type="submit" loading={setUp.isPending || tryFirst.isPending}>
          Set up the school
        </Button>
      </Stack>
    </FormStack>
  )
}
