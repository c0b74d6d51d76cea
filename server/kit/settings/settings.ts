import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isTimeZone } from '#contract/kit/zone.ts'
import {
  callRecordDaysUsual,
  passwordMinLength,
  trailDaysLeast,
  trailDaysUsual,
} from '#contract/limits.ts'
import type { DatabaseAddress } from '#server/database/open.ts'
import { IceServers, TurnUrls } from './ice-servers.ts'
import { nearMissesOf } from './near-misses.ts'
import { Origins, originOf } from './origins.ts'
import { Proxies } from './proxies.ts'
import { SchoolLogoFile, SchoolName } from './school.ts'

/** The settings (contract, section 8), read once at the start. */
export type Settings = ReturnType<typeof readSettings>

const onOff = z.enum(['on', 'off'], { error: "must be 'on' or 'off'" })
const wrongHost = 'must be an address or a name of this machine, such as 0.0.0.0 or ::'
const wrongBeginning =
  'must be an address without user, password, ? and #, as it is the beginning of every link'

const escaped = 'signs such as # @ / in a password are written %23 %40 %2F'
const wrongMailServer = `must name the mail server, such as smtps://user:password@mail.example.org; ${escaped}`

/** A hundred years, which any date can be taken back by. */
const daysMost = 36_500

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
  SCHOOL_NAME: SchoolName,
  SCHOOL_LOGO: SchoolLogoFile.optional(),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a zone such as Europe/Berlin')
    .default(Intl.DateTimeFormat().resolvedOptions().timeZone),
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

/** The address of a sender, who may have a name before it: 'School <school@example.org>'. */
export function emailOf(sender: string): string {
  return sender.match(/^[^<>\r\n]*<([^<>]+)>$/)?.[1] ?? sender
}

const setTogether = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['TURN_URL', 'TURN_SECRET'],
] as const

/** Reads the settings; raises an Error of one line that names what is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv) {
  // What is set to nothing is not set.
  const given = Object.entries(environment).filter(([, value]) => value !== '')
  const read = Environment.safeParse(Object.fromEntries(given))
  if (!read.success) {
    throw new Error(
      read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '),
    )
  }
  const env = read.data
  for (const [one, other] of setTogether) {
    if ((env[one] === undefined) !== (env[other] === undefined)) {
      throw new Error(`${one} and ${other} must be set together`)
    }
  }
  const dataDir = resolve(env.DATA_DIR)
  const appUrl = (env.APP_URL ?? listenUrl(env.HOST, env.PORT)).replace(/\/+$/, '')
  const database: DatabaseAddress = env.DATABASE_URL
    ? { kind: 'postgres', url: env.DATABASE_URL }
    : { kind: 'sqlite', file: join(dataDir, 'weekward.db') }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    database,
    /** Where people open the page; used in links, without a slash at its end. */
    appUrl,
    /** Undefined: each mail is a file. */
    smtpUrl: env.SMTP_URL,
    /** The sender of every mail, as `Name <address>` or an address alone. */
    mailFrom: env.MAIL_FROM ?? usualSender(env.SCHOOL_NAME, appUrl),
    /** What the school is called, and its picture, which is shown in the place of ours. */
    schoolName: env.SCHOOL_NAME,
    schoolLogo: env.SCHOOL_LOGO,
    timeZone: env.TIME_ZONE,
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
    /** For so many days lines of the trail, and records of calls, are kept. */
    trailDays: env.TRAIL_DAYS,
    callRecordDays: env.CALL_RECORD_DAYS,
  }
}

/** A name of letters, digits and spaces stands as it is, any other in quotes (RFC 5322). */
function usualSender(name: string, appUrl: string): string {
  const isPlain = /^[\p{L}\p{N} ]+$/u.test(name)
  const shown = isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
  return `${shown} <no-reply@${new URL(appUrl).hostname}>`
}

/** A line for each variable whose name is nearly that of a setting, and is none. */
export function nearMisses(environment: NodeJS.ProcessEnv): string[] {
  return nearMissesOf(Object.keys(Environment.shape), environment)
}

/** The address of a host and port; an IPv6 host stands in brackets. */
export function listenUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
