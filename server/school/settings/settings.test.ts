import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import type { EndpointInput } from '#contract/kit/endpoint.ts'
import { getAppManifestPath, getSchool } from '#contract/school/school.ts'
import {
  getSchoolSettings,
  type SchoolSettings,
  saveSchoolSettings,
  testMailServer,
} from '#contract/school/settings.ts'
import { buildApp } from '#server/app.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { createMailer } from '#server/kit/mail/send-due-mails.ts'
import { defaultSettings, startApp } from '#test/app.ts'
import { makePerson, makeSlot } from '#test/factories.ts'
import { makePng } from '#test/images.ts'
import {
  makeMailerOptions,
  noSuchUser,
  queueMail,
  startMailServerForTest,
} from '#test/mail/mails.ts'
import { schoolSettings } from '#test/rights/school-set-up-calls.ts'
import { keepTimeZone, refreshSettings } from '../actions.ts'

type Change = EndpointInput<typeof saveSchoolSettings>['body']

async function startSchool(settings: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(settings)
  const { token } = await makePerson(app, 'admin')
  const save = (body: Change) => app.call(saveSchoolSettings, { token, body })
  const read = async (): Promise<SchoolSettings> =>
    (await app.call(getSchoolSettings, { token })).body
  return { app, token, save, read }
}

const { mailServer } = schoolSettings
const { password: _, ...withoutPassword } = mailServer

test('changes apply at once, omitted settings stay, and null resets one', async () => {
  const { app, save, read } = await startSchool()
  await save(schoolSettings)
  const { status, body } = await save({ name: 'Oak', logo: null })
  expect(status).toBe(200)
  expect(body.settings).toEqual(await read())
  expect(body.settings).toMatchObject({
    name: 'Oak',
    logo: null,
    timeZone: 'Europe/Oslo',
    sender: 'Oak <office@school.test>',
    mailServer: { ...withoutPassword, hasPassword: true },
  })
  expect(JSON.stringify(body)).not.toContain('a secret')
  expect((await app.call(getSchool, {})).body).toMatchObject({ name: 'Oak', logo: null })
  expect((await app.app.inject(getAppManifestPath('admin'))).json()).toMatchObject({ name: 'Oak' })
  await save({ mailServer: null, mailFrom: null })
  expect(await read()).toMatchObject({ mailServer: null, sender: 'Oak <no-reply@weekward.test>' })
  expect(app.context.settings.smtpUrl).toBeUndefined()
})

test('a change is in the audit log, without the picture and the password', async () => {
  const { app, token, save } = await startSchool()
  await save({ mailServer })
  await save({ name: 'Oak', mailServer: { ...mailServer, password: 'another secret' } })
  await save({ name: 'Oak' })
  const { body: lines } = await app.call(listAuditLog, { token, query: { kind: 'school' } })
  expect(lines).toMatchObject([
    {
      deed: 'school-settings-saved',
      before: { name: 'Weekward', mail_secret: '…' },
      after: { name: 'Oak', mail_secret: '…' },
    },
    { after: { mail_server: 'smtp://127.0.0.1:1', mail_user: 'office', mail_secret: '…' } },
  ])
  expect(lines[0]?.before).not.toHaveProperty('version')
  expect(JSON.stringify(lines)).not.toContain('secret"a')
  expect(JSON.stringify(lines)).not.toMatch(/an?(other)?(%20| )secret/)
})

test('when a whole form is saved, the audit log has only what changed', async () => {
  const { token, app, save, read } = await startSchool()
  const { bookableDays, language, phoneNumbers, planEarliestDays, planNoticeHours } = await read()
  const form = { bookableDays, language, phoneNumbers, planEarliestDays, planNoticeHours }
  await save(form)
  await save({ ...form, planNoticeHours: 6 })
  const { body: lines } = await app.call(listAuditLog, { token, query: { kind: 'school' } })
  expect(lines.map(({ before, after }) => [before, after])).toEqual([
    [{ plan_notice_hours: planNoticeHours }, { plan_notice_hours: 6 }],
  ])
})

test('the kept password goes to no other server and no other user', async () => {
  const { app, token, save, read } = await startSchool()
  await save({ mailServer })
  const url = app.context.settings.smtpUrl
  // An empty field is one that was left alone.
  expect((await save({ mailServer: { ...mailServer, password: '' } })).status).toBe(200)
  expect(app.context.settings.smtpUrl).toBe(url)
  for (const other of [
    { host: 'evil.test' },
    { port: 2525 },
    { user: 'other' },
    { encryption: 'tls' as const },
  ]) {
    const server = { ...withoutPassword, ...other }
    const reply = await save({ mailServer: server })
    expect(reply.status).toBe(400)
    expect(reply.body).toHaveProperty(['errors', 'mailServer.password'])
    const trial = { to: 'me@school.test', mailServer: server }
    expect((await app.call(testMailServer, { token, body: trial })).status).toBe(400)
  }
  await save({ mailServer: { ...withoutPassword, host: 'mail.school.test', user: '' } })
  expect((await read()).mailServer).toMatchObject({ host: 'mail.school.test', hasPassword: false })
})

test('settings from the environment are shown as such and cannot be changed', async () => {
  const smtpUrl = 'smtps://office:p%40ss@mail.school.test'
  const { app, token, save, read } = await startSchool({
    given: { smtpUrl, mailFrom: 'Oak <oak@school.test>' },
  })
  await save({ name: 'Ash' })
  expect(await read()).toMatchObject({
    name: 'Ash',
    sender: 'Oak <oak@school.test>',
    fixed: ['mailServer', 'mailFrom'],
    mailServer: {
      host: 'mail.school.test',
      port: 465,
      encryption: 'tls',
      user: 'office',
      hasPassword: true,
    },
  })
  const refused = await save({ mailServer, mailFrom: null })
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({
    message: 'This is set by the server’s environment',
    errors: { mailServer: 'Set by SMTP_URL', mailFrom: 'Set by MAIL_FROM' },
  })
  const trial = { to: 'me@school.test', mailServer }
  expect((await app.call(testMailServer, { token, body: trial })).status).toBe(409)
  expect(app.context.settings.smtpUrl).toBe(smtpUrl)
})

test('the zone can be changed until there are slots', async () => {
  const { app, save, read } = await startSchool()
  expect((await save({ timeZone: 'Asia/Tokyo' })).status).toBe(200)
  await makeSlot(app, await makePerson(app, 'reviewer'), app.time.now)
  expect((await read()).isZoneFree).toBe(false)
  const refused = await save({ timeZone: 'UTC' })
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      message: 'The time zone cannot be changed because slots have been published in it',
      errors: {
        timeZone: 'The time zone cannot be changed because slots have been published in it',
      },
    },
  ])
  // The page sends it with all the rest.
  expect((await save({ timeZone: 'Asia/Tokyo', name: 'Oak' })).status).toBe(200)
})

test('the zone of a school with slots stays when the environment no longer names it', async () => {
  const timeZone = 'Asia/Tokyo'
  const { app } = await startSchool({ timeZone, given: { timeZone } })
  const readZoneWithoutEnvironment = async () => {
    const settings = { ...app.context.settings, given: {}, schoolVersion: -1 }
    await refreshSettings({ ...app.context, settings })
    return settings.timeZone
  }
  await keepTimeZone(app.context)
  expect(await readZoneWithoutEnvironment()).not.toBe(timeZone)
  await makeSlot(app, await makePerson(app, 'reviewer'), app.time.now)
  await keepTimeZone(app.context)
  expect(await readZoneWithoutEnvironment()).toBe(timeZone)
  app.context.settings.given = { timeZone: 'Europe/Oslo' }
  await keepTimeZone(app.context)
  expect(await readZoneWithoutEnvironment()).toBe('Europe/Oslo')
})

test('a logo of 256 KB is accepted, a larger one and other files are not', async () => {
  const { save } = await startSchool()
  const png = (length: number) => makePng(length).toString('base64')
  expect((await save({ logo: png(256 * 1024) })).status).toBe(200)
  const message = 'Please choose an image of at most 256 KB'
  expect((await save({ logo: png(256 * 1024 + 3) })).body).toMatchObject({
    errors: { logo: message },
  })
  expect((await save({ logo: png(400 * 1024) })).status).toBe(413)
  const svg = btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const beginning = makePng(2000).subarray(0, 1000).toString('base64')
  for (const logo of ['', 'no base64!', svg, beginning]) {
    expect((await save({ logo })).body).toMatchObject({
      errors: { logo: 'Please choose a valid PNG, JPEG or WebP image' },
    })
  }
})

test('other processes reload the settings, and email goes to the newest server', async () => {
  const { app, save } = await startSchool()
  const settings = { ...defaultSettings }
  const other = { ...app.context, settings, live: noLive }
  const process = await buildApp(other, { log: { level: 'error', stream: { write() {} } } })
  const getMailSettings = async () => {
    await refreshSettings(other)
    return settings
  }
  const mailer = createMailer(other, { ...makeMailerOptions(), getMailSettings })
  const server = await startMailServerForTest()
  await save({
    name: 'Oak',
    logo: schoolSettings.logo,
    mailFrom: 'oak@school.test',
    mailServer: { host: '127.0.0.1', port: server.port, encryption: 'starttls', user: '' },
  })
  await queueMail(app)
  await mailer.deliver()
  expect(server.mails).toMatchObject([{ from: 'oak@school.test' }])
  expect(server.mails[0]?.text).toContain('From: Oak <oak@school.test>')
  const { name, logo } = (await process.inject('/school')).json()
  expect(name).toBe('Oak')
  expect((await process.inject(logo)).statusCode).toBe(200)
  await process.close()
})

test('a test email uses unsaved settings, and shows the mail server’s error', async () => {
  const { app, token, read } = await startSchool()
  const server = await startMailServerForTest()
  const to = 'me@school.test'
  const draft = { host: '127.0.0.1', port: server.port, encryption: 'starttls', user: '' } as const
  const send = async () =>
    (await app.call(testMailServer, { token, body: { to, mailServer: draft } })).body
  expect(await send()).toMatchObject({ isTaken: true, answer: expect.stringMatching(/^250 /) })
  expect(server.mails).toMatchObject([{ to: [to] }])
  server.trouble.recipient = noSuchUser
  expect(await send()).toEqual({
    isTaken: false,
    message: 'The test email was not delivered.',
    answer: expect.stringContaining('550 5.1.1 No such user'),
  })
  expect((await read()).mailServer).toBeNull()
})
