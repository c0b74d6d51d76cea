import {
  auditDaysDefault,
  auditDaysMin,
  backupsKeptDefault,
  callRecordDaysDefault,
} from '#contract/limits/limits.ts'
import type { SettingName } from './environment.ts'

/** The documentation of a setting: its default, and its meaning. */
type SettingDescription = { defaultValue: string; meaning: string }

const escaped = 'write # @ / in a password as %23 %40 %2F'
const onPage = 'Also on the page'

/** All settings, in the order of the documentation; `docs/run/settings.md` is made from this. */
export const settingDescriptions: Record<SettingName, SettingDescription> = {
  APP_URL: {
    defaultValue: 'the address it listens on',
    meaning: 'the address under which people open it',
  },
  PORT: { defaultValue: '4000', meaning: 'the port it listens on' },
  HOST: {
    defaultValue: '127.0.0.1',
    meaning: 'the address it listens on; `0.0.0.0` or `::` for all',
  },
  DATA_DIR: {
    defaultValue: '`data`',
    meaning:
      'the embedded database, and emails without a mail server; readable by the server’s user only',
  },
  DATABASE_URL: {
    defaultValue: 'none: SQLite in `DATA_DIR`',
    meaning: `a \`postgres://\` address, with the extensions \`btree_gist\` and \`pg_trgm\`, which the database's owner can create; ${escaped}`,
  },
  DEMO: {
    defaultValue: '`on` for SQLite, `off` for PostgreSQL',
    meaning: 'demo data in an empty database; with `off` a demo school is not served',
  },
  ADMIN_EMAIL: {
    defaultValue: 'none: the set-up page',
    meaning: 'the first admin of an empty database when `DEMO=off`, with `ADMIN_PASSWORD`',
  },
  ADMIN_PASSWORD: { defaultValue: 'none', meaning: 'the password of `ADMIN_EMAIL`' },
  SCHOOL_NAME: {
    defaultValue: '`Weekward`',
    meaning: `the school's name, at most 60 characters. ${onPage}`,
  },
  SCHOOL_LOGO: {
    defaultValue: 'none',
    meaning: `the path of its logo, a PNG, JPEG or WebP file of at most 256 KB. ${onPage}`,
  },
  TIME_ZONE: {
    defaultValue: "the machine's",
    meaning: `the school's zone. ${onPage}`,
  },
  SMTP_URL: {
    defaultValue: 'none: files',
    meaning: `the mail server, such as \`smtps://user:password@mail.school.org\`; ${escaped}. ${onPage}`,
  },
  MAIL_FROM: {
    defaultValue: "the school's name and no-reply@ the host of `APP_URL`",
    meaning: `the sender of emails, such as \`School <office@school.org>\`. ${onPage}`,
  },
  TRUST_PROXY: {
    defaultValue: 'none',
    meaning:
      'addresses or CIDR ranges of reverse proxies, with commas: `127.0.0.1` for one on the same machine',
  },
  ICE_SERVERS: {
    defaultValue: 'two public STUN servers',
    meaning: 'for calls: `stun:` addresses with commas, a JSON list of ICE servers, or `none`',
  },
  TURN_URL: {
    defaultValue: 'none',
    meaning: 'a TURN server (`turn:` or `turns:`, several with commas)',
  },
  TURN_SECRET: {
    defaultValue: 'none',
    meaning: "its shared secret, as in coturn's `use-auth-secret`",
  },
  BACKUP_DIR: {
    defaultValue: 'none: no daily backups',
    meaning: 'a folder for a [backup](backup.md) each night, ideally on another disk',
  },
  BACKUP_KEEP: {
    defaultValue: String(backupsKeptDefault),
    meaning: 'how many daily backups are kept',
  },
  BACKUP_KEY: {
    defaultValue: 'none: not encrypted',
    meaning: 'the public key (`age1…`) for which backups are encrypted',
  },
  TRAIL_DAYS: {
    defaultValue: String(auditDaysDefault),
    meaning: `how many days the audit log is kept, at least ${auditDaysMin}`,
  },
  CALL_RECORD_DAYS: {
    defaultValue: String(callRecordDaysDefault),
    meaning: 'how many days the chat and the arrivals of a live review are kept',
  },
  OIDC_ISSUER: {
    defaultValue: 'none: passwords only',
    meaning:
      'the address of an OpenID provider for [single sign-on](single-sign-on.md); with `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET`',
  },
  OIDC_CLIENT_ID: { defaultValue: 'none', meaning: 'the client ID that the provider gave' },
  OIDC_CLIENT_SECRET: { defaultValue: 'none', meaning: 'its secret' },
  OIDC_NAME: {
    defaultValue: '`single sign-on`',
    meaning: "the provider's name on the button **Continue with …**, at most 40 characters",
  },
  OIDC_ONLY: {
    defaultValue: '`off`',
    meaning:
      '`on`: nobody but the admin who was added first signs in with a password; an email address: that admin instead',
  },
  SECURITY_CONTACT: {
    defaultValue: 'none: no `security.txt`',
    meaning: 'where to report a vulnerability, such as `mailto:security@school.org`',
  },
  METRICS_TOKEN: {
    defaultValue: 'none: no `/metrics`',
    meaning:
      "at least 16 characters, for `Authorization: Bearer …` at `/metrics`, in Prometheus' format",
  },
  DRAIN_SECONDS: {
    defaultValue: '0',
    meaning:
      'how many seconds, at most 60, a stopping server keeps answering while `/in-rotation` is 404',
  },
  CORS_ORIGINS: {
    defaultValue: 'none',
    meaning:
      'further origins, with commas, whose pages may call the API and open sockets, such as `https://app.school.org`',
  },
  RATE_LIMIT: {
    defaultValue: '`on`',
    meaning: '`off` for load tests: no limit on calls or logins',
  },
  PUSH_TEST_ORIGIN: {
    defaultValue: 'none',
    meaning: 'for tests only, never for a school',
  },
  CALENDAR_TEST_ORIGIN: {
    defaultValue: 'none',
    meaning: 'for tests only, never for a school',
  },
  WEBHOOK_TEST_ORIGIN: {
    defaultValue: 'none',
    meaning: 'for tests only, never for a school',
  },
}
