import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { LogoBase64, SchoolName, TimeZone } from '../kit/school.ts'
import { phoneNumberFormats } from '../kit/text/phone-number-formats.ts'
import { sortingLanguages } from '../kit/text/sorting-languages.ts'
import { emailAddress, numberOrDigits, tooLongMessage } from '../kit/text/text-schemas.ts'
import { passwordMaxLength } from '../limits/accounts.ts'
import {
  bookingHorizonDaysDefault,
  bookingHorizonDaysMax,
  emailMaxLength,
  planDaysBeforeDueMax,
  planNoticeHoursMax,
} from '../limits/limits.ts'
import { Holiday, Holidays } from './holidays.ts'

/** The school's settings that environment variables override. */
const settingNames = {
  name: 'SCHOOL_NAME',
  logo: 'SCHOOL_LOGO',
  timeZone: 'TIME_ZONE',
  mailServer: 'SMTP_URL',
  mailFrom: 'MAIL_FROM',
} as const
const schoolSettings = ['name', 'logo', 'timeZone', 'mailServer', 'mailFrom'] as const
export type SchoolSetting = (typeof schoolSettings)[number]

/** tls: from the first byte. starttls: required with a password, otherwise used if offered. */
export const encryptions = ['tls', 'starttls'] as const
export const defaultPorts = { tls: 465, starttls: 587 } as const

/** The longest host name (RFC 1035). */
const hostMaxLength = 253
const wrongPort = 'Please enter a port from 1 to 65535'
const oneLine = /^\P{Cc}*$/u
const notOneLine = 'This must be one line'

const MailServerAddress = z.object({
  host: z
    .string('Please enter the mail server')
    .trim()
    .min(1, { error: 'Please enter the mail server', abort: true })
    .max(hostMaxLength, tooLongMessage)
    .regex(/^[\w-]+(\.[\w-]+)*$/, 'Please enter a name such as mail.example.org'),
  port: numberOrDigits(wrongPort).pipe(
    z.number(wrongPort).int(wrongPort).min(1, wrongPort).max(65535, wrongPort),
  ),
  encryption: z.enum(encryptions),
  /** Empty if the server needs no login. */
  user: z.string().trim().max(emailMaxLength, tooLongMessage).regex(oneLine, notOneLine),
})

/**
 * The password is never returned. If it is omitted or empty, the saved one stays, for the same
 * server and user.
 */
export const MailServer = MailServerAddress.extend({
  password: z.string().max(passwordMaxLength, tooLongMessage).regex(oneLine, notOneLine).optional(),
})
export type MailServer = z.infer<typeof MailServer>

const MailAddress = emailAddress({
  required: 'Please enter the sender address',
  invalid: 'Invalid email',
})

/** A whole number within bounds. */
const wholeBetween = (least: number, most: number, what: string) => {
  const wrong = `Please enter a whole number of ${what} from ${least} to ${most}`
  return numberOrDigits(wrong).pipe(z.number(wrong).int(wrong).min(least, wrong).max(most, wrong))
}
/** How many days can be booked, and how far before the due date slots are planned. */
const BookingRules = z.object({
  bookableDays: wholeBetween(bookingHorizonDaysDefault, bookingHorizonDaysMax, 'days'),
  planEarliestDays: wholeBetween(0, planDaysBeforeDueMax, 'days'),
  planNoticeHours: wholeBetween(0, planNoticeHoursMax, 'hours'),
})

/** The effective settings, without the password. */
export const SchoolSettings = z.object({
  name: z.string(),
  /** The path of the logo, if there is one. */
  logo: z.string().nullable(),
  timeZone: z.string(),
  /** Whether the time zone can be changed. It cannot once there are slots or availabilities. */
  isZoneFree: z.boolean(),
  /** Null while mails are written to files. */
  mailServer: MailServerAddress.extend({ hasPassword: z.boolean() }).nullable(),
  /** The configured sender address; null for the default. */
  mailFrom: z.string().nullable(),
  /** The sender of every mail, with the school's name. */
  sender: z.string(),
  bookableDays: z.number(),
  /** The sort order of names. */
  language: z.enum(sortingLanguages),
  /** The format of mobile numbers. */
  phoneNumbers: z.enum(phoneNumberFormats),
  planEarliestDays: z.number(),
  planNoticeHours: z.number(),
  /** Sorted by date. */
  holidays: z.array(Holiday),
  /** Settings fixed by environment variables. */
  fixed: z.array(z.enum(schoolSettings)),
})
export type SchoolSettings = z.infer<typeof SchoolSettings>

/** Omitted fields stay as they are. Null removes a value or restores its default. */
export const SchoolSettingsChange = z
  .object({
    name: SchoolName,
    logo: LogoBase64.nullable(),
    timeZone: TimeZone,
    mailServer: MailServer.nullable(),
    mailFrom: MailAddress.nullable(),
    ...BookingRules.shape,
    language: z.enum(sortingLanguages, 'Please choose a language'),
    phoneNumbers: z.enum(phoneNumberFormats),
    holidays: Holidays,
  })
  .partial()
export type SchoolSettingsChange = z.output<typeof SchoolSettingsChange>

export const settingsRefusals = {
  fixed: defineRefusal(409, 'This is set by the server’s environment'),
  zoneStays: defineRefusal(
    409,
    'The time zone cannot be changed because slots have been published in it',
  ),
  noMailServer: defineRefusal(409, 'Please enter the mail server first'),
  noPassword: defineRefusal(
    400,
    'Please enter the password again. The saved one is for another server or user',
  ),
}

/** The hint at a setting that the environment fixes. */
export const formatFixedSettingHint = (setting: SchoolSetting) => `Set by ${settingNames[setting]}`

export const schoolSettingsSavedMessage = 'School settings saved.'
export const mailAcceptedMessage = 'The mail server accepted the test email.'
export const testMailFailedMessage = 'The test email was not delivered.'
/** Asked before saving a mail server that failed the test. */
export const saveFailingMailServerQuestion = {
  title: 'The mail server does not accept email',
  text: (answer: string) =>
    `The test email was not delivered. Until this works, no invitations or links will arrive. Reason: ${answer}`,
  confirm: 'Save anyway',
}

/** The largest logo in JSON, and the other fields. */
export const settingsBodyMaxBytes = 384 * 1024

export const getSchoolSettings = defineEndpoint({
  role: 'admin',
  may: 'set up the school',
  method: 'GET',
  path: '/school-settings',
  summary: 'Returns the school’s effective settings, without passwords',
  reply: SchoolSettings,
})

export const saveSchoolSettings = defineEndpoint({
  role: 'admin',
  may: 'set up the school',
  method: 'PUT',
  path: '/school-settings',
  summary:
    'Updates the school’s settings, effective at once on all processes. Omitted fields stay as they are. `logo` is a base64-encoded PNG, JPEG or WebP image. On `holidays` there are no slots; open reviews due on one become due on the next day that is not a holiday',
  bodyIn: 'value',
  bodyMaxBytes: settingsBodyMaxBytes,
  body: SchoolSettingsChange,
  reply: z.object({ message: z.string(), settings: SchoolSettings }),
  refuses: [settingsRefusals.fixed, settingsRefusals.zoneStays, settingsRefusals.noPassword],
})

/** A mail server to test without saving it. Omitted fields are taken from the settings in use. */
export const MailServerTest = SchoolSettingsChange.pick({
  mailServer: true,
  mailFrom: true,
}).extend({
  to: emailAddress({ required: 'please enter your email', invalid: 'Invalid email' }),
})
export type MailServerTest = z.output<typeof MailServerTest>

/** The mail server's response, or what is known about why there is none. */
export const MailServerTestResult = z.object({
  message: z.string(),
  isTaken: z.boolean(),
  answer: z.string(),
})
export type MailServerTestResult = z.infer<typeof MailServerTestResult>

export const testMailServer = defineEndpoint({
  role: 'admin',
  may: 'set up the school',
  method: 'POST',
  path: '/try-mail-server',
  summary:
    'Sends a test email, by default to the caller, through email settings that are not saved yet, and returns the server’s answer',
  body: MailServerTest.partial({ to: true }),
  reply: MailServerTestResult,
  refuses: [settingsRefusals.fixed, settingsRefusals.noMailServer, settingsRefusals.noPassword],
})
