import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { nearMisses, readSettings } from './settings.ts'

const escaped = 'signs such as # @ / in a password are written %23 %40 %2F'

test('without any setting Weekward runs on this machine alone, with demo data', () => {
  expect(readSettings({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    database: { kind: 'sqlite', file: resolve('data/weekward.db') },
    appUrl: 'http://127.0.0.1:4000',
    smtpUrl: undefined,
    mailFrom: 'Weekward <no-reply@127.0.0.1>',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    rateLimit: true,
    trustProxy: [],
    corsOrigins: [],
    demo: true,
    firstAdmin: undefined,
    iceServers: [{ urls: ['stun:stun.cloudflare.com:3478', 'stun:stun.nextcloud.com:443'] }],
    turn: undefined,
    trailDays: 730,
    callRecordDays: 730,
  })
})

test('every setting does what it says', () => {
  expect(
    readSettings({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/weekward',
      DATABASE_URL: 'postgres://weekward:secret@db/weekward',
      APP_URL: 'https://training.school.test/',
      SMTP_URL: 'smtps://user:secret@mail.school.test',
      MAIL_FROM: 'The school <office@school.test>',
      TIME_ZONE: 'Asia/Kolkata',
      RATE_LIMIT: 'off',
      TRUST_PROXY: '10.0.0.1, 172.16.0.0/12,fd00::/8',
      CORS_ORIGINS: 'https://app.school.test, http://10.0.0.7:8080',
      DEMO: 'off',
      ADMIN_EMAIL: 'Head@School.test',
      ADMIN_PASSWORD: 'a good password',
      ICE_SERVERS: 'stun:stun.school.test:3478, stuns:stun.school.test',
      TURN_URL: 'turn:turn.school.test:3478?transport=udp,turns:turn.school.test:5349',
      TURN_SECRET: 'of both',
      METRICS_TOKEN: 'sixteen and more',
      TRAIL_DAYS: '365',
      CALL_RECORD_DAYS: '90',
    }),
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/srv/weekward',
    database: { kind: 'postgres', url: 'postgres://weekward:secret@db/weekward' },
    appUrl: 'https://training.school.test',
    smtpUrl: 'smtps://user:secret@mail.school.test',
    mailFrom: 'The school <office@school.test>',
    timeZone: 'Asia/Kolkata',
    rateLimit: false,
    trustProxy: ['10.0.0.1', '172.16.0.0/12', 'fd00::/8'],
    corsOrigins: ['https://app.school.test', 'http://10.0.0.7:8080'],
    demo: false,
    firstAdmin: { email: 'head@school.test', password: 'a good password' },
    iceServers: [{ urls: ['stun:stun.school.test:3478', 'stuns:stun.school.test'] }],
    turn: {
      urls: ['turn:turn.school.test:3478?transport=udp', 'turns:turn.school.test:5349'],
      secret: 'of both',
    },
    metricsToken: 'sixteen and more',
    trailDays: 365,
    callRecordDays: 90,
  })
})

test('a setting that is there but empty counts as not set', () => {
  const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'APP_URL', 'SMTP_URL', 'MAIL_FROM']
  const more = ['TIME_ZONE', 'RATE_LIMIT', 'TRUST_PROXY', 'DEMO', 'ADMIN_EMAIL', 'ADMIN_PASSWORD']
  const calls = ['ICE_SERVERS', 'TURN_URL', 'TURN_SECRET', 'CALL_RECORD_DAYS', 'TRAIL_DAYS']
  const empty = Object.fromEntries([...names, ...more, ...calls].map((name) => [name, '']))
  expect(readSettings(empty)).toEqual(readSettings({}))
})

test('demo data is for the embedded database unless it is asked for', () => {
  const DATABASE_URL = 'postgres://db/weekward'
  expect(readSettings({ DATABASE_URL }).demo).toBe(false)
  expect(readSettings({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true)
})

test('ICE servers come as a list in JSON too, or not at all', () => {
  const relay = { urls: 'turn:turn.school.test', username: 'school', credential: 'secret' }
  const list = [{ urls: ['stun:stun.school.test'] }, relay]
  expect(readSettings({ ICE_SERVERS: JSON.stringify(list) }).iceServers).toEqual([
    { urls: ['stun:stun.school.test'] },
    { ...relay, urls: ['turn:turn.school.test'] },
  ])
  expect(readSettings({ ICE_SERVERS: 'none' }).iceServers).toEqual([])
})

test('mail comes from the host of the page', () => {
  expect(readSettings({ APP_URL: 'https://training.school.test:8443' }).mailFrom).toBe(
    'Weekward <no-reply@training.school.test>',
  )
})

test('links work when it listens on an IPv6 address', () => {
  expect(readSettings({ HOST: '::1' }).appUrl).toBe('http://[::1]:4000')
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number'],
  [{ PORT: '1.5' }, 'PORT must be a port number'],
  [{ PORT: '70000' }, 'PORT must be a port number'],
  [{ PORT: '-1' }, 'PORT must be a port number'],
  [
    { DATABASE_URL: 'mysql://db/weekward' },
    `DATABASE_URL must be a postgres:// address; ${escaped}`,
  ],
  [{ APP_URL: 'training.school.test' }, 'APP_URL must be an http:// or https:// address'],
  [
    { DATABASE_URL: 'postgres://weekward:a#b@db/weekward' },
    `DATABASE_URL must be a postgres:// address; ${escaped}`,
  ],
  [{ SMTP_URL: 'mail.school.test' }, `SMTP_URL must be an smtp:// or smtps:// address; ${escaped}`],
  [
    { MAIL_FROM: 'The school' },
    "MAIL_FROM must be an address, such as 'School <school@example.org>'",
  ],
  [
    { MAIL_FROM: 'A <a@school.test>\r\nBcc: <b@school.test>' },
    "MAIL_FROM must be an address, such as 'School <school@example.org>'",
  ],
  [{ TIME_ZONE: 'Mars/Olympus' }, 'TIME_ZONE must be a zone such as Europe/Berlin'],
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
    'TRUST_PROXY must be addresses or ranges such as 10.0.0.0/8, with commas between them',
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
    'CORS_ORIGINS must be origins such as https://app.school.org, with commas between them and nothing after them',
  ]),
  ...['0.0.0.0/1', '128.0.0.0/7', '2000::/3', '::/8', '::ffff:0.0.0.0/96'].map(
    (TRUST_PROXY): [Record<string, string>, string] => [
      { TRUST_PROXY },
      'TRUST_PROXY must not have a range wider than /8 (IPv6: /7), as everybody in it is believed on where a call comes from',
    ],
  ),
  ...['300.1.1.1', '10.0.0', '[::1]', 'http://0.0.0.0', 'a b', '-a', '::1:4000:x'].map(
    (HOST): [Record<string, string>, string] => [
      { HOST },
      'HOST must be an address or a name of this machine, such as 0.0.0.0 or ::',
    ],
  ),
  ...['smtp://', 'smtps:', 'smtp:///mail'].map((SMTP_URL): [Record<string, string>, string] => [
    { SMTP_URL },
    `SMTP_URL must name the mail server, such as smtps://user:password@mail.example.org; ${escaped}`,
  ]),
  ...[
    'https://user:secret@training.school.test',
    'https://user@training.school.test',
    'https://training.school.test/?a=1',
    'https://training.school.test/#top',
  ].map((APP_URL): [Record<string, string>, string] => [
    { APP_URL },
    'APP_URL must be an address without user, password, ? and #, as it is the beginning of every link',
  ]),
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
    "ICE_SERVERS must be 'none', stun: addresses with commas between them, or a JSON list of ICE servers",
  ]),
  [
    { TURN_URL: 'stun:stun.school.test', TURN_SECRET: 'of both' },
    'TURN_URL must be one or several turn: or turns: addresses with commas between them',
  ],
  [{ METRICS_TOKEN: 'fifteen letters' }, 'METRICS_TOKEN must have at least 16 characters'],
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
  [{ TURN_URL: 'turn:turn.school.test' }, 'TURN_URL and TURN_SECRET must be set together'],
  [{ TURN_SECRET: 'of both' }, 'TURN_URL and TURN_SECRET must be set together'],
  [{ ADMIN_EMAIL: 'head@school.test' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together'],
  [{ ADMIN_PASSWORD: 'a good password' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together'],
])('%o is refused in one line that names the setting', (environment, line) => {
  expect(() => readSettings(environment)).toThrow(new Error(line))
})

test('several wrong settings are all named, in one line', () => {
  expect(() => readSettings({ PORT: 'x', DEMO: 'x' })).toThrow(
    new Error("PORT must be a port number; DEMO must be 'on' or 'off'"),
  )
})

test.each([
  [{ RATE_LIMITS: 'off' }, 'RATE_LIMITS is no setting and changes nothing: is RATE_LIMIT meant?'],
  [
    { TRUST_PROXIES: '::1' },
    'TRUST_PROXIES is no setting and changes nothing: is TRUST_PROXY meant?',
  ],
  [{ MAILFROM: 'a@b.test' }, 'MAILFROM is no setting and changes nothing: is MAIL_FROM meant?'],
  [{ SMTP_ULR: 'smtp://x' }, 'SMTP_ULR is no setting and changes nothing: is SMTP_URL meant?'],
  [
    { ADMIN_EMAIK: 'a@b.test' },
    'ADMIN_EMAIK is no setting and changes nothing: is ADMIN_EMAIL meant?',
  ],
  [{ app_url: 'http://a' }, 'app_url is no setting and changes nothing: is APP_URL meant?'],
  [{ PORTS: '80' }, 'PORTS is no setting and changes nothing: is PORT meant?'],
])('%o is warned of, and stops nothing', (environment, line) => {
  expect(nearMisses(environment)).toEqual([line])
  expect(readSettings(environment)).toEqual(readSettings({}))
})

test('no name is taken for a setting that others use, or that is one itself', () => {
  const others = ['PATH', 'POST', 'HOSTNAME', 'SORT', 'PGHOST', 'PGPORT', 'TZ', 'TERM', 'DATABASE']
  const more = ['HTTP_PROXY', 'no_proxy', 'npm_config_cache', 'MAIL', 'DEBUG', 'HOSTTYPE', 'GHOST']
  const used = ['PORT', 'HOST', 'TURN_URL', 'SMTP_URL', 'RATE_LIMIT', 'DATA_DIR']
  const environment = [...others, ...more, ...used].map((name) => [name, 'x'])
  expect(nearMisses(Object.fromEntries(environment))).toEqual([])
})

test.each(['localhost', '0.0.0.0', '::', '::1', 'fe80::1%eth0', 'db-1.school.test', 'my_host'])(
  'it listens on %s',
  (HOST) => {
    expect(readSettings({ HOST, APP_URL: 'http://school.test' }).host).toBe(HOST)
  },
)

test.each([
  '10.0.0.0/8',
  'fd00::/8',
  'fc00::/7',
  '2001:db8::/32',
  '::ffff:10.0.0.0/104',
  '1.1.1.1',
])('the proxies of %s are believed', (TRUST_PROXY) => {
  expect(readSettings({ TRUST_PROXY }).trustProxy).toEqual([TRUST_PROXY])
})
