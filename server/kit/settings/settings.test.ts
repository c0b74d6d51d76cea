import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { jpeg, png, webp } from '#test/images.ts'
import { readSettings } from './settings.ts'

/** Writes a file that goes with the test; answers its path. */
function writeLogo(name: string, content: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-logo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

/** What a school sets on the page alone. */
const defaultRules = {
  bookableDays: 3,
  planEarliestDays: 2,
  planNoticeHours: 12,
  holidays: [],
  language: 'en',
  phoneNumbers: 'ten-digits',
}

test('without settings Weekward listens on this machine only, with demo data', () => {
  expect(readSettings({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    database: { kind: 'sqlite', file: resolve('data/weekward.db') },
    appUrl: 'http://127.0.0.1:4000',
    smtpUrl: undefined,
    mailFrom: 'Weekward <no-reply@127.0.0.1>',
    schoolName: 'Weekward',
    schoolLogo: undefined,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    given: {},
    ...defaultRules,
    schoolVersion: 0,
    rateLimit: true,
    trustProxy: [],
    corsOrigins: [],
    demo: true,
    firstAdmin: undefined,
    iceServers: [{ urls: ['stun:stun.cloudflare.com:3478', 'stun:stun.nextcloud.com:443'] }],
    turn: undefined,
    drainMs: 0,
    trailDays: 730,
    callRecordDays: 730,
    backup: { dir: undefined, keep: 14, key: undefined },
  })
})

test('every setting is read', () => {
  const school = {
    smtpUrl: 'smtps://user:secret@mail.school.test',
    mailFrom: 'The school <office@school.test>',
    schoolName: 'The school',
    schoolLogo: {
      type: 'image/png',
      content: png,
      version: expect.stringMatching(/^[\da-f]{16}$/),
    },
    timeZone: 'Asia/Kolkata',
  }
  expect(
    readSettings({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/weekward',
      DATABASE_URL: 'postgres://weekward:secret@db/weekward',
      APP_URL: 'https://training.school.test/',
      SMTP_URL: 'smtps://user:secret@mail.school.test',
      MAIL_FROM: 'The school <office@school.test>',
      SCHOOL_NAME: ' The school ',
      SCHOOL_LOGO: writeLogo('logo.jpg', png),
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
      PUSH_TEST_ORIGIN: 'http://127.0.0.1:8080',
      WEBHOOK_TEST_ORIGIN: 'http://127.0.0.1:8081',
      OIDC_ISSUER: 'http://127.0.0.1:8080/realms/school',
      OIDC_CLIENT_ID: 'weekward',
      OIDC_CLIENT_SECRET: 'of both',
      OIDC_NAME: 'Keycloak',
      OIDC_ONLY: 'Head@School.test',
      CALENDAR_TEST_ORIGIN: 'http://127.0.0.1:8082',
      TRAIL_DAYS: '365',
      CALL_RECORD_DAYS: '90',
      BACKUP_DIR: '/srv/backups',
      BACKUP_KEEP: '30',
      BACKUP_KEY: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
      DRAIN_SECONDS: '2.5',
    }),
  ).toEqual({
    ...school,
    given: school,
    ...defaultRules,
    schoolVersion: 0,
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/srv/weekward',
    database: { kind: 'postgres', url: 'postgres://weekward:secret@db/weekward' },
    appUrl: 'https://training.school.test',
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
    pushTestOrigin: 'http://127.0.0.1:8080',
    webhookTestOrigin: 'http://127.0.0.1:8081',
    oidc: {
      issuer: 'http://127.0.0.1:8080/realms/school',
      clientId: 'weekward',
      clientSecret: 'of both',
      name: 'Keycloak',
      passwordAdmin: { email: 'head@school.test' },
      canSignOut: false,
    },
    calendarTestOrigin: 'http://127.0.0.1:8082',
    trailDays: 365,
    callRecordDays: 90,
    backup: {
      dir: '/srv/backups',
      keep: 30,
      key: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    },
    drainMs: 2_500,
  })
})

test('an empty setting counts as not set', () => {
  const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'APP_URL', 'SMTP_URL', 'MAIL_FROM']
  const more = ['TIME_ZONE', 'RATE_LIMIT', 'TRUST_PROXY', 'DEMO', 'ADMIN_EMAIL', 'ADMIN_PASSWORD']
  const school = ['SCHOOL_NAME', 'SCHOOL_LOGO']
  const calls = [
    'PUSH_TEST_ORIGIN',
    'WEBHOOK_TEST_ORIGIN',
    'CALENDAR_TEST_ORIGIN',
    'ICE_SERVERS',
    'TURN_URL',
    'TURN_SECRET',
    'CALL_RECORD_DAYS',
    'TRAIL_DAYS',
    'DRAIN_SECONDS',
  ]
  const empty = Object.fromEntries(
    [...names, ...more, ...school, ...calls].map((name) => [name, '']),
  )
  expect(readSettings(empty)).toEqual(readSettings({}))
})

test('demo data is on by default only for the embedded database', () => {
  const DATABASE_URL = 'postgres://db/weekward'
  expect(readSettings({ DATABASE_URL }).demo).toBe(false)
  expect(readSettings({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true)
})

test('ICE servers can be a JSON list, or none', () => {
  const relay = { urls: 'turn:turn.school.test', username: 'school', credential: 'secret' }
  const list = [{ urls: ['stun:stun.school.test'] }, relay]
  expect(readSettings({ ICE_SERVERS: JSON.stringify(list) }).iceServers).toEqual([
    { urls: ['stun:stun.school.test'] },
    { ...relay, urls: ['turn:turn.school.test'] },
  ])
  expect(readSettings({ ICE_SERVERS: 'none' }).iceServers).toEqual([])
})

test('the default sender has the host of the page', () => {
  expect(readSettings({ APP_URL: 'https://training.school.test:8443' }).mailFrom).toBe(
    'Weekward <no-reply@training.school.test>',
  )
})

test.each([
  ['Blåklint 2', 'Blåklint 2 <no-reply@127.0.0.1>'],
  ['Code & Co, "North"', '"Code & Co, \\"North\\"" <no-reply@127.0.0.1>'],
])('email comes from the school %s', (SCHOOL_NAME, from) => {
  expect(readSettings({ SCHOOL_NAME }).mailFrom).toBe(from)
})

test.each([
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', webp],
])('a logo is %s by what it holds, whatever it is called', (type, content) => {
  expect(readSettings({ SCHOOL_LOGO: writeLogo('logo.svg', content) }).schoolLogo?.type).toBe(type)
})

test.each([
  ['a folder', () => tmpdir(), 'must be an existing file'],
  ['no file', () => join(tmpdir(), 'no-logo.png'), 'must be an existing file'],
  [
    'an SVG',
    () => writeLogo('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    'must be a valid PNG, JPEG or WebP image',
  ],
  [
    'the beginning of a picture',
    () => writeLogo('logo.png', png.subarray(0, 24)),
    'must be a valid PNG, JPEG or WebP image',
  ],
  [
    'a picture that is too large',
    () => writeLogo('logo.png', Buffer.concat([png, Buffer.alloc(256 * 1024)])),
    'must have at most 256 KB',
  ],
])('%s is no logo', (_, make, said) => {
  const SCHOOL_LOGO = make()
  expect(() => readSettings({ SCHOOL_LOGO })).toThrow(`SCHOOL_LOGO ${said}: ${SCHOOL_LOGO}`)
})

test('links work when it listens on an IPv6 address', () => {
  expect(readSettings({ HOST: '::1' }).appUrl).toBe('http://[::1]:4000')
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
