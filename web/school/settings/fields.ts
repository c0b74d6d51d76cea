import type { useForm } from '@mantine/form'
import { z } from 'zod'
import {
  defaultPorts,
  type MailServerTestResult,
  type SchoolSetting,
  type SchoolSettings,
  SchoolSettingsChange,
} from '#contract/school/settings.ts'

type Encryption = NonNullable<SchoolSettings['mailServer']>['encryption']

export type SettingsFields = {
  name: string
  /** The logo's URL, a new one as a data URL, or '' for none. */
  logo: string
  timeZone: string
  language: SchoolSettings['language']
  phoneNumbers: SchoolSettings['phoneNumbers']
  hasMailServer: boolean
  mailServer: { host: string; port: string; encryption: Encryption; user: string; password: string }
  /** Empty for the default. */
  mailFrom: string
  /** Number fields hold text while somebody types. */
  bookableDays: number | string
  planEarliestDays: number | string
  planNoticeHours: number | string
}

/** Mantine's function that returns a field's props by name. */
type InputProps = ReturnType<typeof useForm>['getInputProps']

/** The part of a form that the cards need, whatever other fields it has. */
export type FieldsForm = {
  values: SettingsFields
  getInputProps: InputProps
  getInputNode: (field: string) => HTMLElement | null
  setFieldValue: (field: 'logo' | 'mailServer.port', value: string) => void
  setErrors: (errors: Record<string, string>) => void
}

/** The fields' values while there is no mail server. */
const noServer: NonNullable<SchoolSettings['mailServer']> = {
  host: '',
  port: defaultPorts.starttls,
  encryption: 'starttls',
  user: '',
  hasPassword: false,
}

export function toFields(settings: SchoolSettings): SettingsFields {
  const { name, logo, timeZone, mailServer, mailFrom, language, phoneNumbers } = settings
  const { bookableDays, planEarliestDays, planNoticeHours } = settings
  const { host, port, encryption, user } = mailServer ?? noServer
  return {
    name,
    logo: logo ?? '',
    timeZone,
    language,
    phoneNumbers,
    hasMailServer: mailServer !== null,
    mailServer: { host, port: String(port), encryption, user, password: '' },
    mailFrom: mailFrom ?? '',
    bookableDays,
    planEarliestDays,
    planNoticeHours,
  }
}

/** The schema of the fields: validates the change that results from them. */
export function makeSchoolChangeSchema(settings: SchoolSettings) {
  return z
    .custom<SettingsFields>()
    .transform((fields) => toChange(fields, settings))
    .pipe(SchoolSettingsChange)
}

/** The change to save: without settings fixed by the environment, and without an unchanged logo. */
export function toChange(
  fields: SettingsFields,
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

/**
 * The part of a change that this form has changed. Another admin may have saved the other settings
 * in the meantime.
 */
export function pickChanged(
  change: SchoolSettingsChange,
  fields: SettingsFields,
  before: SettingsFields,
): SchoolSettingsChange {
  const [now, was] = [toTexts(fields), toTexts(before)]
  const isChanged = (name: string) => now.get(name) !== was.get(name)
  const changed = Object.entries(change).filter(
    ([name]) => isChanged(name) || (name === 'mailServer' && isChanged('hasMailServer')),
  )
  return Object.fromEntries(changed)
}

const toTexts = (fields: SettingsFields) =>
  new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))

/** Sends a test mail through the form's mail server; an empty `to` means the form's default. */
export type SendTestMail = (
  to: string,
  mail: Pick<SchoolSettingsChange, 'mailServer' | 'mailFrom'>,
) => Promise<MailServerTestResult>
