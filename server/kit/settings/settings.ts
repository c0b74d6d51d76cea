import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { emailOf } from '#contract/kit/school.ts'
import { secondMs } from '#contract/kit/time.ts'
import { isTimeZone } from '#contract/kit/zone.ts'
import {
  backupsKeptUsual,
  callRecordDaysUsual,
  passwordMinLength,
  trailDaysLeast,
  trailDaysUsual,
} from '#contract/limits.ts'
import type { DatabaseAddress } from '#server/database/open.ts'
import { IceServers, TurnUrls } from './ice-servers.ts'
import { type SchoolOwn, settingsInUse } from './in-use.ts'
import { nearMissesOf } from './near-misses.ts'
import { Origins, originOf } from './origins.ts'
import { Proxies } from './proxies.ts'
import { SchoolLogoFile, SchoolNameSetting } from './school.ts'

export type SettingName = keyof typeof Environment.shape

/** The settings (contract, section 8), read once at the start. */
export type Settings = ReturnType<typeof readSettings>

const onOff = z.enum(['on', 'off'], { error: "must be 'on' or 'off'" })
const wrongHost = 'must be an address or a name of this machine, such as 0.0.0.0 or ::'
const wrongBeginning =
  'must be an address without user, password, ? and #, as it is the beginning of every link'

const escaped = 'signs such as # @ / in a password are written %23 %40 %2F'
const wrongMailServer = `must name the mail server, such as smtps://user:password@mail.example.org; ${escaped}`

const wrongDrain = 'must be a number of seconds from 0 to 60'

/** A hundred years, which any date can be taken back by. */
const daysMost = 36_500

const keptMost = 1_000
const wrongKeep = `must be a whole number of backups from 1 to ${keptMost}`
const wrongKey =
  'must be the public key of an age identity, which begins with age1; the private one stays elsewhere'

function wholeDays(least: number, usual: number) {
  const error = `must be a whole number of days from ${least} to ${daysMost}`
  return z.coerce.number(error).int(error).min(least, error).max(daysMost, error).default(usual)
}

const Environment = z.object({
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0)
    .max(65535)
    .default(4000),
  HOST: z.string().refine(isHost, wrongHost).default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: `must be a postgres:// address; ${escaped}` })
    .optional(),
  APP_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address', abort: true })
    .refine(isBeginning, wrongBeginning)
    .optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: `must be an smtp:// or smtps:// address; ${escaped}`,
      abort: true,
    })
    .refine((url) => URL.parse(url)?.hostname, wrongMailServer)
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, "must be an address, such as 'School <school@example.org>'")
    .optional(),
  SCHOOL_NAME: SchoolNameSetting.optional(),
  SCHOOL_LOGO: SchoolLogoFile.optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a zone such as Europe/Berlin').optional(),
  RATE_LIMIT: onOff.default('on'),
  TRUST_PROXY: Proxies.default([]),
  CORS_ORIGINS: Origins.default([]),
  DEMO: onOff.optional(),
  ICE_SERVERS: IceServers,
  TURN_URL: TurnUrls.optional(),
  TURN_SECRET: z.string().optional(),
  PUSH_TEST_ORIGIN: z
    .string()
    .refine(
      (origin) => originOf(origin) === origin,
      'must be an origin such as http://127.0.0.1:8080',
    )
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: z.coerce
    .number(wrongKeep)
    .int(wrongKeep)
    .min(1, wrongKeep)
    .max(keptMost, wrongKeep)
    .default(backupsKeptUsual),
  BACKUP_KEY: z
    .string()
    .regex(/^age1[a-z0-9]+$/, wrongKey)
    .optional(),
  DRAIN_SECONDS: z.coerce.number(wrongDrain).min(0, wrongDrain).max(60, wrongDrain).default(0),
  TRAIL_DAYS: wholeDays(trailDaysLeast, trailDaysUsual),
  CALL_RECORD_DAYS: wholeDays(1, callRecordDaysUsual),
  ADMIN_EMAIL: z.email('must be an email address').toLowerCase().optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(passwordMinLength, `must have at least ${passwordMinLength} characters`)
    .optional(),
})

/** What is of digits and dots alone is meant as an address, and no name. */
function isHost(text: string): boolean {
  return isIP(text) > 0 || (/^\w[\w-]*(\.\w[\w-]*)*\.?$/.test(text) && !/^[\d.]+$/.test(text))
}

function isBeginning(address: string): boolean {
  const { username, password } = new URL(address)
  return username === '' && password === '' && !/[?#]/.test(address)
}

function isSender(text: string): boolean {
  return z.email().safeParse(emailOf(text)).success
}

const setTogether = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['TURN_URL', 'TURN_SECRET'],
] as const

/** What is wrong with the settings of these names, in words that repeat no value. */
export type WrongSetting = { names: string[]; message: string }

/** Reads the settings; raises an Error of one line that names what is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv) {
  const { env, wrong } = parse(environment)
  if (!env) throw new Error(wrong.map(({ message }) => message).join('; '))
  const dataDir = resolve(env.DATA_DIR)
  const appUrl = (env.APP_URL ?? listenUrl(env.HOST, env.PORT)).replace(/\/+$/, '')
  const database: DatabaseAddress = env.DATABASE_URL
    ? { kind: 'postgres', url: env.DATABASE_URL }
    : { kind: 'sqlite', file: join(dataDir, 'weekward.db') }
  const own: SchoolOwn = {
    schoolName: env.SCHOOL_NAME,
    schoolLogo: env.SCHOOL_LOGO,
    timeZone: env.TIME_ZONE,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    database,
    /** Where people open the page; used in links, without a slash at its end. */
    appUrl,
    /** What the environment says of the school, which wins over what the database keeps. */
    given: own,
    ...settingsInUse(own, {}, appUrl),
    /** Which version of what the database keeps of the school these are; 0 before it is read. */
    schoolVersion: 0,
    rateLimit: env.RATE_LIMIT === 'on',
    /** Proxies, as addresses and CIDR ranges, that are believed on where a call comes from. */
    trustProxy: env.TRUST_PROXY,
    /** Other origins whose pages may call the API and open sockets. */
    corsOrigins: env.CORS_ORIGINS,
    demo: (env.DEMO ?? (env.DATABASE_URL ? 'off' : 'on')) === 'on',
    firstAdmin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : undefined,
    /** Servers that tell a call's two sides their public addresses, or relay what they send. */
    iceServers: env.ICE_SERVERS,
    /** A TURN server whose credentials are made from a secret that it shares with this one. */
    turn:
      env.TURN_URL && env.TURN_SECRET ? { urls: env.TURN_URL, secret: env.TURN_SECRET } : undefined,
    /** A push service in this machine or its network, which tests alone have. */
    pushTestOrigin: env.PUSH_TEST_ORIGIN,
    /** Who brings it may read /metrics. */
    metricsToken: env.METRICS_TOKEN,
    backup: {
      /** Undefined: none is made by itself, but before the schema changes, in a folder of `dataDir`. */
      dir: env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR),
      /** So many are kept. */
      keep: env.BACKUP_KEEP,
      /** The public key of age that they are encrypted for. */
      key: env.BACKUP_KEY,
    },
    /** So long it goes on answering when it is told to end, for a load balancer to take it out. */
    drainMs: env.DRAIN_SECONDS * secondMs,
    /** For so many days lines of the trail, and records of calls, are kept. */
    trailDays: env.TRAIL_DAYS,
    callRecordDays: env.CALL_RECORD_DAYS,
  }
}

/**
 * Reads what can be read: what is wrong, and what can only be set together with it, is as if it were
 * not set, and told. Whoever looks at the server's health goes on with the rest.
 */
export function readUsable(environment: NodeJS.ProcessEnv): {
  settings: Settings
  wrong: WrongSetting[]
} {
  const { wrong } = parse(environment)
  if (wrong.length === 0) return { settings: readSettings(environment), wrong }
  const names = wrong.flatMap((one) => one.names)
  const rest = Object.entries(environment).filter(([name]) => !names.includes(name))
  const usable = readUsable(Object.fromEntries(rest))
  return { settings: usable.settings, wrong: [...wrong, ...usable.wrong] }
}

function parse(environment: NodeJS.ProcessEnv) {
  // What is set to nothing is not set.
  const given = Object.entries(environment).filter(([, value]) => value !== '')
  const read = Environment.safeParse(Object.fromEntries(given))
  const wrong = read.success ? apartIn(read.data) : read.error.issues.map(wrongOf)
  return { env: wrong.length === 0 ? read.data : undefined, wrong }
}

function wrongOf({ path, message }: z.core.$ZodIssue): WrongSetting {
  return { names: path.slice(0, 1).map(String), message: `${path.join('.')} ${message}` }
}

function apartIn(env: z.output<typeof Environment>): WrongSetting[] {
  return setTogether
    .filter(([one, other]) => (env[one] === undefined) !== (env[other] === undefined))
    .map(([one, other]) => ({
      names: [one, other],
      message: `${one} and ${other} must be set together`,
    }))
}

/** How many settings are given. */
export function countGiven(environment: NodeJS.ProcessEnv): number {
  return Object.keys(Environment.shape).filter((name) => environment[name]).length
}

/** A line for each variable whose name is nearly that of a setting, and is none. */
export function nearMisses(environment: NodeJS.ProcessEnv): string[] {
  return nearMissesOf(Object.keys(Environment.shape), environment)
}

/** The address of a host and port; an IPv6 host stands in brackets. */
export function listenUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
