import type { SettingName } from './environment.ts'

/** What the documentation says of a setting: its default, and what it does. */
type Described = { defaultValue: string; meaning: string }

const escaped = 'signs such as # @ / in a password are written %23 %40 %2F'
const onPage = 'Can be set on the page too, under School settings; what is set here wins'

/** Every setting, in the order in which a school needs them; `docs/run/settings.md` is made from it. */
export const settingDescriptions: Record<SettingName, Described> = {
  APP_URL: {
    defaultValue: 'the address it listens on',
    meaning: 'the address under which people open it; every link begins with it',
  },
  PORT: { defaultValue: '4000', meaning: 'the port it listens on' },
  HOST: {
    defaultValue: '127.0.0.1',
    meaning: 'the address it listens on; `0.0.0.0` or `::` for all',
  },
  DATA_DIR: {
    defaultValue: '`data`',
    meaning:
      "the embedded database, and mails without a mail server; only the user who runs the server can read it, also what was there before. It may be a link; where one of Weekward's own files inside (the database, `outbox` and its mails) is a link, that is left as it is, and named at the start",
  },
  DATABASE_URL: {
    defaultValue: 'none: SQLite in `DATA_DIR`',
    meaning: `a \`postgres://\` address moves everything to PostgreSQL (with the extensions \`btree_gist\` and \`pg_trgm\` of its contrib modules, which the database's owner can create); ${escaped}`,
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
    meaning: `what the school is called: in the bar on top, at the login, in the browser's tab and in mails; at most 60 characters. ${onPage}`,
  },
  SCHOOL_LOGO: {
    defaultValue: 'none',
    meaning: `the path of its logo, a PNG, JPEG or WebP file of at most 256 KB, read at the start and shown beside the name in the place of Weekward's mark; square ones fit best. ${onPage}`,
  },
  TIME_ZONE: {
    defaultValue: "the machine's",
    meaning: `the school's zone, in which slots are published and read. ${onPage}`,
  },
  SMTP_URL: {
    defaultValue: 'none: files',
    meaning: `the mail server, such as \`smtps://user:password@mail.school.org\`; ${escaped}. ${onPage}`,
  },
  MAIL_FROM: {
    defaultValue: "the school's name and no-reply@ the host of `APP_URL`",
    meaning: `who mails are from, such as \`School <office@school.org>\`. ${onPage}`,
  },
  TRUST_PROXY: {
    defaultValue: 'none',
    meaning:
      'the reverse proxies, as addresses or CIDR ranges with commas, whose `X-Forwarded-For` is believed: `127.0.0.1` for one on the same machine. Without it, or where the proxy is not among them, all calls through a proxy count as one address, which the log and the admin’s home then say',
  },
  ICE_SERVERS: {
    defaultValue: 'two public STUN servers',
    meaning:
      'what helps the two sides of a live review to find each other: `stun:` addresses with commas between them, a JSON list of ICE servers, or `none`',
  },
  TURN_URL: {
    defaultValue: 'none',
    meaning: 'a TURN server (`turn:` or `turns:`, several with commas)',
  },
  TURN_SECRET: {
    defaultValue: 'none',
    meaning: "the secret it shares with Weekward, as coturn's `use-auth-secret` takes it",
  },
  BACKUP_DIR: {
    defaultValue: 'none: none by themselves',
    meaning: 'a folder for a [backup](backup.md) each night; on another disk, best of all',
  },
  BACKUP_KEEP: { defaultValue: '14', meaning: 'so many backups are kept' },
  BACKUP_KEY: {
    defaultValue: 'none: not encrypted',
    meaning: 'the public key (`age1…`) that backups are encrypted for',
  },
  TRAIL_DAYS: {
    defaultValue: '730',
    meaning: 'for so many days, 30 at least, the audit trail is kept',
  },
  CALL_RECORD_DAYS: {
    defaultValue: '730',
    meaning:
      'for so many days it is kept who came and went in a live review, and its chat; for how long both were there stays with the review',
  },
  SECURITY_CONTACT: {
    defaultValue: 'none: no `security.txt`',
    meaning:
      'where to report a vulnerability, such as `mailto:security@school.org`; shown at `/.well-known/security.txt`',
  },
  METRICS_TOKEN: {
    defaultValue: 'none: no `/metrics`',
    meaning:
      "at least 16 characters; whoever brings it as `Authorization: Bearer …` reads the figures of the process at `/metrics`, in Prometheus' format",
  },
  DRAIN_SECONDS: {
    defaultValue: '0',
    meaning:
      'for so long a server that is told to end goes on answering while it says at `/readyz` that it leaves, for a load balancer to take it out; 60 at most',
  },
  CORS_ORIGINS: {
    defaultValue: 'none',
    meaning:
      "origins (`https://app.school.org`, several with commas) whose pages may call the API and open sockets from a browser; without it only Weekward's own page may",
  },
  RATE_LIMIT: {
    defaultValue: '`on`',
    meaning: '`off` for load tests: no limit on calls or logins',
  },
  PUSH_TEST_ORIGIN: {
    defaultValue: 'none',
    meaning:
      'for tests alone: the origin of a push service in this machine or its network, to which pushes then go although it is not public; never set it for a school',
  },
}
