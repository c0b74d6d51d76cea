import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const escaped = 'write characters such as # @ / in a password as %23 %40 %2F'

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number'],
  [{ PORT: '1.5' }, 'PORT must be a port number'],
  [{ PORT: '70000' }, 'PORT must be a port number'],
  [{ PORT: '-1' }, 'PORT must be a port number'],
  [{ DATABASE_URL: 'mysql://db/weekward' }, `DATABASE_URL must be a postgres:// URL; ${escaped}`],
  [{ APP_URL: 'training.school.test' }, 'APP_URL must be an http:// or https:// URL'],
  [
    { DATABASE_URL: 'postgres://weekward:a#b@db/weekward' },
    `DATABASE_URL must be a postgres:// URL; ${escaped}`,
  ],
  [{ SMTP_URL: 'mail.school.test' }, `SMTP_URL must be an smtp:// or smtps:// URL; ${escaped}`],
  [
    { MAIL_FROM: 'The school' },
    "MAIL_FROM must be an email address, such as 'School <school@example.org>'",
  ],
  [
    { MAIL_FROM: 'A <a@school.test>\r\nBcc: <b@school.test>' },
    "MAIL_FROM must be an email address, such as 'School <school@example.org>'",
  ],
  [{ SCHOOL_NAME: '  ' }, 'SCHOOL_NAME must not be blank'],
  [{ SCHOOL_NAME: 'a'.repeat(61) }, 'SCHOOL_NAME must have at most 60 characters'],
  [{ TIME_ZONE: 'Mars/Olympus' }, 'TIME_ZONE must be a time zone such as Europe/Berlin'],
  [{ RATE_LIMIT: 'yes' }, "RATE_LIMIT must be 'on' or 'off'"],
  ...[
    'yes',
    'loopback',
    'proxy.school.test',
    '10.0.0.1,',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/',
    '::1/129',
    '300.0.0.1',
  ].map((TRUST_PROXY): [Record<string, string>, string] => [
    { TRUST_PROXY },
    'TRUST_PROXY must be a comma-separated list of addresses or ranges, such as 10.0.0.0/8',
  ]),
  ...[
    '*',
    'null',
    'app.school.test',
    'https://app.school.test/',
    'https://a.test,,',
    'ws://a.test',
  ].map((CORS_ORIGINS): [Record<string, string>, string] => [
    { CORS_ORIGINS },
    'CORS_ORIGINS must be a comma-separated list of origins without a path, such as https://app.school.org',
  ]),
  ...['0.0.0.0/1', '128.0.0.0/7', '2000::/3', '::/8', '::ffff:0.0.0.0/96'].map(
    (TRUST_PROXY): [Record<string, string>, string] => [
      { TRUST_PROXY },
      'TRUST_PROXY must not have a range wider than /8 (IPv6: /7), since every address in it is trusted',
    ],
  ),
  ...['300.1.1.1', '10.0.0', '[::1]', 'http://0.0.0.0', 'a b', '-a', '::1:4000:x'].map(
    (HOST): [Record<string, string>, string] => [
      { HOST },
      'HOST must be an IP address or host name of this machine, such as 0.0.0.0 or ::',
    ],
  ),
  ...['smtp://', 'smtps:', 'smtp:///mail'].map((SMTP_URL): [Record<string, string>, string] => [
    { SMTP_URL },
    `SMTP_URL must be the URL of a mail server, such as smtps://user:password@mail.example.org; ${escaped}`,
  ]),
  ...[
    'https://user:secret@training.school.test',
    'https://user@training.school.test',
    'https://training.school.test/?a=1',
    'https://training.school.test/#top',
  ].map((APP_URL): [Record<string, string>, string] => [
    { APP_URL },
    'APP_URL must be a URL without user, password, ? or #, since every link starts with it',
  ]),
  ...[
    'keycloak.school.test',
    'http://keycloak.school.test',
    'https://user:secret@keycloak.school.test',
    'https://keycloak.school.test/?realm=school',
  ].map((OIDC_ISSUER): [Record<string, string>, string] => [
    { OIDC_ISSUER, OIDC_CLIENT_ID: 'weekward', OIDC_CLIENT_SECRET: 'secret' },
    'OIDC_ISSUER must be the https:// address of an OpenID provider, without user, password, ? or #',
  ]),
  [
    { OIDC_ISSUER: 'https://keycloak.school.test' },
    'OIDC_ISSUER and OIDC_CLIENT_ID must be set together',
  ],
  [
    { OIDC_CLIENT_ID: 'weekward', OIDC_ISSUER: 'https://keycloak.school.test' },
    'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together',
  ],
  [{ OIDC_NAME: 'K'.repeat(41) }, 'OIDC_NAME must have at most 40 characters'],
  [{ OIDC_ONLY: 'on' }, 'OIDC_ONLY needs OIDC_ISSUER'],
  [
    { OIDC_ONLY: 'yes' },
    "OIDC_ONLY must be 'on', 'off' or the email address of the admin who keeps a password",
  ],
  [{ DEMO: 'true' }, "DEMO must be 'on' or 'off'"],
  [
    { ADMIN_EMAIL: 'head', ADMIN_PASSWORD: 'a good password' },
    'ADMIN_EMAIL must be an email address',
  ],
  [
    { ADMIN_EMAIL: 'head@school.test', ADMIN_PASSWORD: 'short' },
    'ADMIN_PASSWORD must have at least 8 characters',
  ],
  ...[
    'stun.school.test',
    'turn:turn.school.test',
    '[',
    '[{"urls":"turn:turn.school.test"}]',
    '[{"urls":[]}]',
  ].map((ICE_SERVERS): [Record<string, string>, string] => [
    { ICE_SERVERS },
    "ICE_SERVERS must be 'none', a comma-separated list of stun: URLs, or a JSON list of ICE servers",
  ]),
  [
    { TURN_URL: 'stun:stun.school.test', TURN_SECRET: 'of both' },
    'TURN_URL must be a comma-separated list of turn: or turns: URLs',
  ],
  [{ METRICS_TOKEN: 'fifteen letters' }, 'METRICS_TOKEN must have at least 16 characters'],
  [
    { PUSH_TEST_ORIGIN: 'http://127.0.0.1:8080/push' },
    'PUSH_TEST_ORIGIN must be an origin such as http://127.0.0.1:8080',
  ],
  ...['29', '30.5', '-1', '0', 'two years', '36501'].map(
    (TRAIL_DAYS): [Record<string, string>, string] => [
      { TRAIL_DAYS },
      'TRAIL_DAYS must be a whole number of days from 30 to 36500',
    ],
  ),
  ...['0', '1.5', 'x'].map((CALL_RECORD_DAYS): [Record<string, string>, string] => [
    { CALL_RECORD_DAYS },
    'CALL_RECORD_DAYS must be a whole number of days from 1 to 36500',
  ]),
  ...['0', '1.5', 'x', '1001'].map((BACKUP_KEEP): [Record<string, string>, string] => [
    { BACKUP_KEEP },
    'BACKUP_KEEP must be a whole number of backups from 1 to 1000',
  ]),
  ...['ssh-ed25519 AAAA', 'AGE-SECRET-KEY-1QQQ'].map(
    (BACKUP_KEY): [Record<string, string>, string] => [
      { BACKUP_KEY },
      'BACKUP_KEY must be an age public key, which starts with age1. Keep the private key elsewhere',
    ],
  ),
  ...['-1', '61', 'x'].map((DRAIN_SECONDS): [Record<string, string>, string] => [
    { DRAIN_SECONDS },
    'DRAIN_SECONDS must be a number of seconds from 0 to 60',
  ]),
  [{ TURN_URL: 'turn:turn.school.test' }, 'TURN_URL and TURN_SECRET must be set together'],
  [{ TURN_SECRET: 'of both' }, 'TURN_URL and TURN_SECRET must be set together'],
  [{ ADMIN_EMAIL: 'head@school.test' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together'],
  [{ ADMIN_PASSWORD: 'a good password' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together'],
])('%o is refused in one line that names the setting', (environment, line) => {
  expect(() => readSettings(environment)).toThrow(new Error(line))
})

test('all invalid settings are named in one line', () => {
  expect(() => readSettings({ PORT: 'x', DEMO: 'x' })).toThrow(
    new Error("PORT must be a port number; DEMO must be 'on' or 'off'"),
  )
})
