import { isIP } from 'node:net'
import { z } from 'zod'
import { extractSenderAddress } from '#contract/kit/school.ts'
import { isTimeZone } from '#contract/kit/time/zone.ts'
import {
  auditDaysDefault,
  auditDaysMin,
  backupsKeptDefault,
  callRecordDaysDefault,
  passwordMinLength,
} from '#contract/limits/limits.ts'
import { IceServers, TurnUrls } from './ice-servers.ts'
import { getMisspellingWarnings } from './misspelled-settings.ts'
import { OidcIssuer, OidcOnly, oidcNameMaxLength, wrongOidcNameMessage } from './oidc.ts'
import { Origins, toOrigin } from './origins.ts'
import { Proxies } from './proxies.ts'
import { SchoolLogoFile, schoolNameSchema } from './school.ts'

const onOff = z.enum(['on', 'off'], { error: "must be 'on' or 'off'" })
const wrongHost = 'must be an IP address or host name of this machine, such as 0.0.0.0 or ::'
const wrongBeginning =
  'must be a URL without user, password, ? or #, since every link starts with it'

const escaped = 'write characters such as # @ / in a password as %23 %40 %2F'
const wrongMailServer = `must be the URL of a mail server, such as smtps://user:password@mail.example.org; ${escaped}`

const wrongDrain = 'must be a number of seconds from 0 to 60'

/** A hundred years, which can be subtracted from any date. */
const daysMax = 36_500

const backupsKeptMax = 1_000
const wrongKeep = `must be a whole number of backups from 1 to ${backupsKeptMax}`
const wrongKey = 'must be an age public key, which starts with age1. Keep the private key elsewhere'

function wholeDays(minDays: number, defaultDays: number) {
  const error = `must be a whole number of days from ${minDays} to ${daysMax}`
  return z.coerce
    .number(error)
    .int(error)
    .min(minDays, error)
    .max(daysMax, error)
    .default(defaultDays)
}

/** The schema of all settings as environment variables. */
const TestOrigin = z
  .string()
  .refine(
    (origin) => toOrigin(origin) === origin,
    'must be an origin such as http://127.0.0.1:8080',
  )
  .optional()

export const Environment = z.object({
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0)
    .max(65535)
    .default(4000),
  HOST: z.string().refine(isHost, wrongHost).default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: `must be a postgres:// URL; ${escaped}` })
    .optional(),
  APP_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL', abort: true })
    .refine(isUrlPrefix, wrongBeginning)
    .optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: `must be an smtp:// or smtps:// URL; ${escaped}`,
      abort: true,
    })
    .refine((url) => URL.parse(url)?.hostname, wrongMailServer)
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, "must be an email address, such as 'School <school@example.org>'")
    .optional(),
  SCHOOL_NAME: schoolNameSchema.optional(),
  SCHOOL_LOGO: SchoolLogoFile.optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin').optional(),
  RATE_LIMIT: onOff.default('on'),
  TRUST_PROXY: Proxies.default([]),
  CORS_ORIGINS: Origins.default([]),
  DEMO: onOff.optional(),
  ICE_SERVERS: IceServers,
  TURN_URL: TurnUrls.optional(),
  TURN_SECRET: z.string().optional(),
  PUSH_TEST_ORIGIN: TestOrigin,
  WEBHOOK_TEST_ORIGIN: TestOrigin,
  OIDC_ISSUER: OidcIssuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z
    .string()
    .trim()
    .max(oidcNameMaxLength, wrongOidcNameMessage)
    .default('single sign-on'),
  OIDC_ONLY: OidcOnly.default('off'),
  CALENDAR_TEST_ORIGIN: TestOrigin,
  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https)$/, error: 'must be a mailto: or https:// URL' })
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: z.coerce
    .number(wrongKeep)
    .int(wrongKeep)
    .min(1, wrongKeep)
    .max(backupsKeptMax, wrongKeep)
    .default(backupsKeptDefault),
  BACKUP_KEY: z
    .string()
    .regex(/^age1[a-z0-9]+$/, wrongKey)
    .optional(),
  DRAIN_SECONDS: z.coerce.number(wrongDrain).min(0, wrongDrain).max(60, wrongDrain).default(0),
  TRAIL_DAYS: wholeDays(auditDaysMin, auditDaysDefault),
  CALL_RECORD_DAYS: wholeDays(1, callRecordDaysDefault),
  ADMIN_EMAIL: z.email('must be an email address').toLowerCase().optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(passwordMinLength, `must have at least ${passwordMinLength} characters`)
    .optional(),
})

/** Text of only digits and dots is meant as an IP address, not a name. */
function isHost(text: string): boolean {
  return isIP(text) > 0 || (/^\w[\w-]*(\.\w[\w-]*)*\.?$/.test(text) && !/^[\d.]+$/.test(text))
}

function isUrlPrefix(address: string): boolean {
  const { username, password } = new URL(address)
  return username === '' && password === '' && !/[?#]/.test(address)
}

function isSender(text: string): boolean {
  return z.email().safeParse(extractSenderAddress(text)).success
}

export type SettingName = keyof typeof Environment.shape

export function countGivenSettings(environment: NodeJS.ProcessEnv): number {
  return Object.keys(Environment.shape).filter((name) => environment[name]).length
}

/** Returns a warning for each variable that looks like a misspelt setting. */
export function getSettingNameWarnings(environment: NodeJS.ProcessEnv): string[] {
  return getMisspellingWarnings(Object.keys(Environment.shape), environment)
}
