import { expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import {
  checkSetUp,
  setUpSchool,
  testFirstMailServer,
} from '#contract/accounts/links/school-set-up.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getSchool } from '#contract/school/school.ts'
import { getSchoolSettings } from '#contract/school/settings.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { noSuchUser, parseReceivedMail, startMailServerForTest } from '#test/mail/mails.ts'
import { schoolSettings } from '#test/rights/school-set-up-calls.ts'
import { addFirstAdminFromSettings, makeSetUpLink } from './actions.ts'

const admin = { name: 'Ada', email: 'Ada@School.test', password: 'correct horse' }
const badLink = {
  status: 404,
  body: {
    message:
      'This link is not valid or has expired. Until the school is set up, each start of the server prints a new one.',
  },
}

/** Makes a set-up link as a server start does, and returns its secret as path parameter. */
async function printed({ context }: TestApp): Promise<{ params: { id: string } }> {
  const link = await makeSetUpLink(context)
  expect(link).toMatch(/^http:\/\/weekward\.test\/set-up\/[\w-]{43}$/)
  return { params: { id: link?.split('/').at(-1) ?? '' } }
}

const found = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

test('with the printed link a school is set up and its first admin is signed in; then the link is dead', async () => {
  const app = await startApp({ timeZone: 'UTC' })
  const link = await printed(app)
  // Opening the link does not use it up.
  for (const _ of [1, 2]) {
    expect((await app.call(checkSetUp, link)).body).toMatchObject({
      name: 'Weekward',
      logo: null,
      isZoneFree: true,
      mailServer: null,
      fixed: [],
    })
  }
  const done = await app.call(setUpSchool, { ...link, body: { admin, ...schoolSettings } })
  expect(done.status).toBe(200)
  const { token } = done.body
  expect((await app.call(getSchoolSummary, { token })).status).toBe(200)
  expect((await app.call(getSchoolSettings, { token })).body).toEqual({
    name: 'Blåklint',
    timeZone: 'Europe/Oslo',
    isZoneFree: true,
    fixed: [],
    logo: expect.stringMatching(/^\/school-logo\//),
    mailServer: {
      host: '127.0.0.1',
      port: 1,
      encryption: 'starttls',
      user: 'office',
      hasPassword: true,
    },
    mailFrom: 'office@school.test',
    sender: 'Blåklint <office@school.test>',
    bookableDays: 3,
    planEarliestDays: 2,
    planNoticeHours: 12,
    holidays: [{ from: '2026-12-24', to: '2026-12-26', name: 'Jul' }],
    phoneNumbers: 'ten-digits',
    language: 'nb',
  })
  // At once, and without a restart.
  expect(app.context.settings).toMatchObject({
    schoolName: 'Blåklint',
    timeZone: 'Europe/Oslo',
    smtpUrl: 'smtp://office:a%20secret@127.0.0.1:1',
  })
  const { body: school } = await app.call(getSchool, {})
  expect(school).toMatchObject({ name: 'Blåklint', timeZone: 'Europe/Oslo' })
  const logo = await app.app.inject(String(school.logo))
  expect(logo.headers['content-type']).toBe('image/png')
  const again = { email: 'ada@school.test', password: admin.password }
  expect((await app.call(login.admin, { body: again })).body.message?.status).toBe(true)

  expect(found(await app.call(checkSetUp, link))).toEqual(badLink)
  const second = { ...admin, email: 'other@school.test' }
  expect(found(await app.call(setUpSchool, { ...link, body: { admin: second } }))).toEqual(badLink)
  const trial = { ...link, body: { to: 'me@school.test' } }
  expect(found(await app.call(testFirstMailServer, trial))).toEqual(badLink)
  expect(await makeSetUpLink(app.context)).toBeUndefined()

  const lines = await app.context.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(JSON.stringify(lines)).not.toContain('a secret')
  expect(JSON.stringify(lines)).not.toContain('a%20secret')
  const { id } = await app.context.db.selectFrom('people').select('id').executeTakeFirstOrThrow()
  const doers = lines.filter(({ call }) => call.endsWith('/set-up/:id'))
  expect(doers.map(({ kind, person_id }) => [kind, person_id])).toEqual([
    ['people', id],
    ['school', id],
    ['sessions', id],
  ])
  const of = lines.find(({ kind }) => kind === 'school')
  expect(JSON.parse(String(of?.after))).toMatchObject({ name: 'Blåklint', mail_secret: '…' })
})

test('a printed link is valid for an hour, even if a later start has printed another', async () => {
  const app = await startApp()
  const first = await printed(app)
  app.time.now += hourMs - minuteMs
  const second = await printed(app)
  expect(second).not.toEqual(first)
  for (const link of [first, second]) expect((await app.call(checkSetUp, link)).status).toBe(200)
  app.time.now += minuteMs
  expect(found(await app.call(checkSetUp, first))).toEqual(badLink)
  expect(found(await app.call(setUpSchool, { ...first, body: { admin } }))).toEqual(badLink)
  expect((await app.call(checkSetUp, second)).status).toBe(200)
  expect(found(await app.call(checkSetUp, { params: { id: 'made-up' } }))).toEqual(badLink)
})

test('of several people who finish at once with different links, one wins', async () => {
  const app = await startApp()
  const links = [await printed(app), await printed(app), await printed(app), await printed(app)]
  const replies = await Promise.all(
    links.map((link, number) =>
      app.call(setUpSchool, {
        ...link,
        body: {
          admin: { ...admin, email: `ada${number}@school.test` },
          name: `School ${number}`,
        },
      }),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
  const won = replies.findIndex(({ status }) => status === 200)
  const people = await app.context.db.selectFrom('people').select(['email', 'role']).execute()
  expect(people).toEqual([{ email: `ada${won}@school.test`, role: 'admin' }])
  expect((await app.call(getSchool, {})).body.name).toBe(`School ${won}`)
  expect(await app.context.db.selectFrom('set_up_links').selectAll().execute()).toEqual([])
})

test('if someone finishes while another start adds the admin from its settings, one of them wins', async () => {
  const app = await startApp()
  const link = await printed(app)
  const [{ status }] = await Promise.all([
    app.call(setUpSchool, { ...link, body: { admin } }),
    addFirstAdminFromSettings(app.context, { email: 'boss@school.test', password: admin.password }),
  ])
  const people = await app.context.db.selectFrom('people').select('email').execute()
  expect(people).toEqual([{ email: status === 200 ? 'ada@school.test' : 'boss@school.test' }])
})

test('errors in the first admin or a setting are shown at their fields, and the link stays valid', async () => {
  const app = await startApp()
  const link = await printed(app)
  const send = async (admin: object, settings: object = {}) => {
    const url = `/set-up/${link.params.id}`
    const { status, body } = await app.send<{ errors?: object }>('PUT', url, {
      body: { admin, ...settings },
    })
    return { status, fields: Object.keys(body.errors ?? {}) }
  }
  const wrong = (...fields: string[]) => ({ status: 400, fields })
  expect(await send({ ...admin, password: 'trustno1' })).toEqual(wrong('admin.password'))
  expect(await send({ ...admin, password: 'short' })).toEqual(wrong('admin.password'))
  expect(await send({ ...admin, name: ' ', email: 'x' })).toEqual(
    wrong('admin.name', 'admin.email'),
  )
  expect(await send(admin, { name: '' })).toEqual(wrong('name'))
  expect(await send(admin, { timeZone: 'Mars/Olympus' })).toEqual(wrong('timeZone'))
  expect(await send(admin, { logo: btoa('GIF89a and more') })).toEqual(wrong('logo'))
  expect((await app.call(checkSetUp, link)).status).toBe(200)
})

test('settings from the environment win, are shown as such, and cannot be set from the page', async () => {
  const app = await startApp({ given: { schoolName: 'Oak', timeZone: 'Asia/Tokyo' } })
  const link = await printed(app)
  const { body } = await app.call(checkSetUp, link)
  expect(body).toMatchObject({ name: 'Oak', timeZone: 'Asia/Tokyo', fixed: ['name', 'timeZone'] })
  const settings = { name: 'Ash', timeZone: 'UTC' }
  const refused = await app.call(setUpSchool, { ...link, body: { admin, ...settings } })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    errors: { name: 'Set by SCHOOL_NAME', timeZone: 'Set by TIME_ZONE' },
  })
  const mailFrom = 'office@school.test'
  await app.call(setUpSchool, { ...link, body: { admin, mailFrom } })
  expect(app.context.settings).toMatchObject({
    schoolName: 'Oak',
    timeZone: 'Asia/Tokyo',
    mailFrom: 'Oak <office@school.test>',
  })
})

test('a test email can be sent before set-up, or the mail server’s error is shown', async () => {
  const app = await startApp({ rateLimit: true })
  const link = await printed(app)
  const server = await startMailServerForTest()
  const mailServer = {
    host: '127.0.0.1',
    port: server.port,
    encryption: 'starttls',
    user: '',
  } as const
  const body = { to: 'ada@school.test', mailServer, mailFrom: 'office@school.test' }
  const taken = await app.call(testFirstMailServer, { ...link, body })
  expect(taken.body).toMatchObject({
    isTaken: true,
    message: 'The mail server accepted the test email.',
    answer: expect.stringMatching(/^250 /),
  })
  const [mail] = server.mails
  expect(mail).toMatchObject({ from: 'office@school.test', to: ['ada@school.test'] })
  expect((await parseReceivedMail(mail ?? { text: '' })).subject).toBe('Test email from Weekward')
  server.trouble.recipient = noSuchUser
  const refused = await app.call(testFirstMailServer, { ...link, body })
  expect(refused.status).toBe(200)
  expect(refused.body.isTaken).toBe(false)
  expect(refused.body.answer).toContain('550 5.1.1 No such user')
  await server.stop()
  const gone = await app.call(testFirstMailServer, { ...link, body })
  expect(gone.body).toMatchObject({
    isTaken: false,
    answer: expect.stringContaining('ECONNREFUSED'),
  })
  const none = await app.call(testFirstMailServer, { ...link, body: { to: body.to } })
  expect([none.status, none.body.message]).toEqual([409, 'Please enter the mail server first'])

  // Nothing of it is stored.
  expect((await app.call(checkSetUp, link)).body.mailServer).toBeNull()
  for (let more = 4; more < 10; more++) await app.call(testFirstMailServer, { ...link, body })
  expect((await app.call(testFirstMailServer, { ...link, body })).status).toBe(429)
})
