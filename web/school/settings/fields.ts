import type { useForm } from '@mantine/form'
import { z } from 'zod'
import {
  defaultPorts,
  type MailServerAnswer,
  type SchoolSetting,
  type SchoolSettings,
  SchoolSettingsChange,
} from '#contract/school/settings.ts'

type Encryption = NonNullable<SchoolSettings['mailServer']>['encryption']

/** The settings as the fields hold them. */
export type SchoolFields = {
  name: string
  /** The address of the logo that is there, a new one as the address of its data, or '' for none. */
  logo: string
  timeZone: string
  language: SchoolSettings['language']
  phoneNumbers: SchoolSettings['phoneNumbers']
  hasMailServer: boolean
  mailServer: { host: string; port: string; encryption: Encryption; user: string; password: string }
  /** Empty for the usual one. */
  mailFrom: string
  /** What stands in fields of numbers. */
  bookableDays: number | string
  planEarliestDays: number | string
  planNoticeHours: number | string
}

/** What a field of the form is given, by its name. */
type InputProps = ReturnType<typeof useForm>['getInputProps']

/** The fields that the cards show and change, whatever else their form has. */
export type FieldsForm = {
  values: SchoolFields
  getInputProps: InputProps
  getInputNode: (field: string) => HTMLElement | null
  setFieldValue: (field: 'logo' | 'mailServer.port', value: string) => void
  setErrors: (errors: Record<string, string>) => void
}

/** What the fields begin with where there is no mail server yet. */
const noServer: NonNullable<SchoolSettings['mailServer']> = {
  ...{
    host: '',
    port: defaultPorts.starttls,
    encryption: 'starttls',
    user: '',
    hasPassword: false,
  },
}

/** The settings as the fields show them. */
export function toFields(settings: SchoolSettings): SchoolFields {
  const { name, logo, timeZone, mailServer, mailFrom, language, phoneNumbers } = settings
  const { bookableDays, planEarliestDays, planNoticeHours } = settings
  const { host, port, encryption, user } = mailServer ?? noServer
  return {
    ...{
      name,
      logo: logo ?? '',
      timeZone,
      language,
      phoneNumbers,
      hasMailServer: mailServer !== null,
    },
    mailServer: { host, port: String(port), encryption, user, password: '' },
    mailFrom: mailFrom ?? '',
    ...{ bookableDays, planEarliestDays, planNoticeHours },
  }
}

/** How the fields are judged: as the change that they come to. */
export function makeSchoolChangeSchema(settings: SchoolSettings) {
  return z
    .custom<SchoolFields>()
    .transform((fields) => toChange(fields, settings))
    .pipe(SchoolSettingsChange)
}

/** What is to be saved of the fields: nothing that the environment sets, and not the same logo again. */
export function toChange(
  fields: SchoolFields,
  { fixed, isZoneFree }: Pick<SchoolSettings, 'fixed' | 'isZoneFree'>,
): z.input<typeof SchoolSettingsChange> {
  const { name, logo, timeZone, hasMailServer, mailServer, mailFrom, ...others } = fields
  const isOpen = (setting: SchoolSetting) => !fixed.includes(setting)
  const isNewLogo = !logo.startsWith('/')
  return {
    ...(isOpen('name') && { name }),
    ...(isOpen('logo') && isNewLogo && { logo: logo.replace(/^.*,/, '') || null }),
    ...(isOpen('timeZone') && isZoneFree && { timeZone }),
    ...(isOpen('mailServer') && { mailServer: hasMailServer ? mailServer : null }),
    ...(isOpen('mailFrom') && { mailFrom: mailFrom.trim() || null }),
    ...others,
  }
}

/** Hands a test mail to the mail server of the fields; to nobody named it goes as the form says. */
export type TryMail = (
  to: string,
  mail: Pick<SchoolSettingsChange, 'mailServer' | 'mailFrom'>,
) => Promise<MailServerAnswer>
