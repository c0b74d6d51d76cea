import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { secondMs } from '#contract/kit/time/durations.ts'
import type { DatabaseAddress } from '#server/database/connect.ts'
import { getEffectiveSettings, type SchoolSettingValues } from './effective-settings.ts'
import { Environment } from './environment.ts'
import { toOidcSettings } from './oidc.ts'

/** The settings (contract, section 8), read once at the start. */
export type Settings = ReturnType<typeof readSettings>

const settingPairs = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['TURN_URL', 'TURN_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
] as const

/** Names of invalid settings, and a message that repeats no value. */
export type WrongSetting = { names: string[]; message: string }

/** Reads the settings; throws a one-line Error that names the invalid ones. */
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
    /** The base URL of the page, without a trailing slash. */
    appUrl,
    /** The school's settings in the environment, which win over those in the database. */
    given: own,
    ...getEffectiveSettings(own, {}, appUrl),
    /** The version of the school's settings in the database; 0 before they are read. */
    schoolVersion: 0,
    rateLimit: env.RATE_LIMIT === 'on',
    /** Trusted proxies, as addresses and CIDR ranges. */
    trustProxy: env.TRUST_PROXY,
    /** Other origins whose pages may call the API and open sockets. */
    corsOrigins: env.CORS_ORIGINS,
    demo: (env.DEMO ?? (env.DATABASE_URL ? 'off' : 'on')) === 'on',
    firstAdmin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : undefined,
    /** STUN and TURN servers for calls. */
    iceServers: env.ICE_SERVERS,
    /** A TURN server with a shared secret, from which credentials are derived. */
    turn:
      env.TURN_URL && env.TURN_SECRET ? { urls: env.TURN_URL, secret: env.TURN_SECRET } : undefined,
    /** The OpenID provider of single sign-on; undefined without one. */
    oidc: toOidcSettings(env),
    /** A push service in the local network, for tests only. */
    pushTestOrigin: env.PUSH_TEST_ORIGIN,
    /** A receiver of webhooks in the local network, for tests only. */
    webhookTestOrigin: env.WEBHOOK_TEST_ORIGIN,
    /** A server of reviewers' own calendars in the local network, for tests only. */
    calendarTestOrigin: env.CALENDAR_TEST_ORIGIN,
    /** Where to report a vulnerability, as a mailto: or https: address. */
    securityContact: env.SECURITY_CONTACT,
    metricsToken: env.METRICS_TOKEN,
    backup: {
      /**
       * Undefined if there are no daily backups; those before schema changes go to a folder in
       * `dataDir`.
       */
      dir: env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR),
      /** How many daily backups are kept. */
      keep: env.BACKUP_KEEP,
      /** The age public key to encrypt backups for. */
      key: env.BACKUP_KEY,
    },
    /** How long a stopping server keeps answering, so that a load balancer can take it out. */
    drainMs: env.DRAIN_SECONDS * secondMs,
    /** How many days audit entries and records of calls are kept. */
    trailDays: env.TRAIL_DAYS,
    callRecordDays: env.CALL_RECORD_DAYS,
  }
}

/**
 * Reads the valid settings: invalid ones, and those that need them, are treated as not set and are
 * returned in `wrong`. For the health checks.
 */
export function readSettingsLeniently(environment: NodeJS.ProcessEnv): {
  settings: Settings
  wrong: WrongSetting[]
} {
  const { wrong } = parse(environment)
  if (wrong.length === 0) return { settings: readSettings(environment), wrong }
  const names = wrong.flatMap((one) => one.names)
  const rest = Object.entries(environment).filter(([name]) => !names.includes(name))
  const usable = readSettingsLeniently(Object.fromEntries(rest))
  return { settings: usable.settings, wrong: [...wrong, ...usable.wrong] }
}

function parse(environment: NodeJS.ProcessEnv) {
  // An empty variable counts as not set.
  const given = Object.entries(environment).filter(([, value]) => value !== '')
  const read = Environment.safeParse(Object.fromEntries(given))
  const wrong = read.success
    ? [...findUnpaired(read.data), ...findOidcOnlyAlone(read.data)]
    : read.error.issues.map(toWrongSetting)
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

/** Without a provider, OIDC_ONLY would lock everybody out. */
function findOidcOnlyAlone(env: z.output<typeof Environment>): WrongSetting[] {
  if (env.OIDC_ONLY === 'off' || env.OIDC_ISSUER !== undefined) return []
  return [{ names: ['OIDC_ONLY'], message: 'OIDC_ONLY needs OIDC_ISSUER' }]
}

/** Returns the URL of a host and port; IPv6 hosts get brackets. */
export function toListenUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
