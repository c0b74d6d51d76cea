import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { secondMs } from '#contract/kit/time/time.ts'
import type { DatabaseAddress } from '#server/database/open.ts'
import { getEffectiveSettings, type SchoolSettingValues } from './effective-settings.ts'
import { Environment } from './environment.ts'

/** The settings (contract, section 8), read once at the start. */
export type Settings = ReturnType<typeof readSettings>

const settingPairs = [
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
  const appUrl = (env.APP_URL ?? toListenUrl(env.HOST, env.PORT)).replace(/\/+$/, '')
  const database: DatabaseAddress = env.DATABASE_URL
    ? { kind: 'postgres', url: env.DATABASE_URL }
    : { kind: 'sqlite', file: join(dataDir, 'weekward.db') }
  const own: SchoolSettingValues = {
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
    ...getEffectiveSettings(own, {}, appUrl),
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
    /** Where to report a vulnerability, as a mailto: or https: address. */
    securityContact: env.SECURITY_CONTACT,
    /** Who brings it may read /metrics. */
    metricsToken: env.METRICS_TOKEN,
    backup: {
      /**
       * Undefined: none is made by itself, but before the schema changes, in a folder of `dataDir`.
       */
      dir: env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR),
      /** So many are kept. */
      keep: env.BACKUP_KEEP,
      /** The public key of age that they are encrypted for. */
      key: env.BACKUP_KEY,
    },
    /** So long it goes on answering when it is told to end, for a load balancer to take it out. */
    drainMs: env.DRAIN_SECONDS * secondMs,
    /** For so many days entries of the audit log, and records of calls, are kept. */
    trailDays: env.TRAIL_DAYS,
    callRecordDays: env.CALL_RECORD_DAYS,
  }
}

/**
 * Reads what can be read: what is wrong, and what can only be set together with it, is as if it
 * were not set, and told. Whoever looks at the server's health goes on with the rest.
 */
export function readValidSettings(environment: NodeJS.ProcessEnv): {
  settings: Settings
  wrong: WrongSetting[]
} {
  const { wrong } = parse(environment)
  if (wrong.length === 0) return { settings: readSettings(environment), wrong }
  const names = wrong.flatMap((one) => one.names)
  const rest = Object.entries(environment).filter(([name]) => !names.includes(name))
  const usable = readValidSettings(Object.fromEntries(rest))
  return { settings: usable.settings, wrong: [...wrong, ...usable.wrong] }
}

function parse(environment: NodeJS.ProcessEnv) {
  // What is set to nothing is not set.
  const given = Object.entries(environment).filter(([, value]) => value !== '')
  const read = Environment.safeParse(Object.fromEntries(given))
  const wrong = read.success ? findUnpaired(read.data) : read.error.issues.map(toWrongSetting)
  return { env: wrong.length === 0 ? read.data : undefined, wrong }
}

function toWrongSetting({ path, message }: z.core.$ZodIssue): WrongSetting {
  return { names: path.slice(0, 1).map(String), message: `${path.join('.')} ${message}` }
}

function findUnpaired(env: z.output<typeof Environment>): WrongSetting[] {
  return settingPairs
    .filter(([one, other]) => (env[one] === undefined) !== (env[other] === undefined))
    .map(([one, other]) => ({
      names: [one, other],
      message: `${one} and ${other} must be set together`,
    }))
}

/** The address of a host and port; an IPv6 host stands in brackets. */
export function toListenUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
