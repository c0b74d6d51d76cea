import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sendPasswordReset } from '#contract/accounts/recovery.ts'
import { addPerson, blockUnblock } from '#contract/accounts.ts'
import { dayMs, minuteMs, secondMs } from '#contract/kit/time.ts'
import { type ListedMail, listMails, sendMailAgain, sendTestMail } from '#contract/mails.ts'
import { listPeople } from '#contract/people.ts'
import { getSchoolSummary } from '#contract/school.ts'
import { listTrail } from '#contract/trail.ts'
import { createMailer } from '#server/kit/mail/mailer.ts'
import { claimMail } from '#server/kit/mail/outbox.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { startMailServer, startTarpit } from '#test/mail-server.ts'
import { makePerson } from '#test/make.ts'
import { choosePassword, completion, fillProfile, invitePerson, secretOf } from '#test/onboard.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@school.test' }
const noSuchUser = { code: 550, text: '5.1.1 No such user' }

/** An app whose mails go to a real mail server when `deliver` is called. */
async function startMailing(url?: string, tellWithinMs?: number) {
  const app = await startApp()
  const server = await startMailServer()
  onTestFinished(server.stop)
  const mailer = mailerOf(app, url ?? server.url, tellWithinMs)
  app.context.postman = mailer
  const admin = await makePerson(app, 'admin')
  return { app, server, deliver: () => mailer.deliver(), admin, token: admin.token }
}

function mailerOf(app: TestApp, smtpUrl: string | undefined, tellWithinMs?: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-mails-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const log = { info() {}, warn() {}, error() {} }
  const more = tellWithinMs === undefined ? {} : { tellWithinMs, tryMs: 4 * tellWithinMs }
  return createMailer(app.context, { smtpUrl, dataDir, from: 'no-reply@school.test', log, ...more })
}

async function mailsOf(app: TestApp, token: string, query: { state?: ListedMail['state'] } = {}) {
  return (await app.call(listMails, { token, query })).body
}

/** The only link that a mail to somebody brought, as the mail server got it. */
const linkIn = (text: string | undefined) =>
  text?.replace(/=\r?\n/g, '').match(/https?:\/\/\S+/)?.[0]

test('an admin sees of each mail what, to whom, when, how often tried, and what the server said', async () => {
  const { app, server, deliver, token } = await startMailing()
  await app.call(addPerson.student, { token, body: ada })
  const [waiting] = await mailsOf(app, token)
  const at = new Date(app.time.now).toISOString()
  expect(waiting).toMatchObject({
    ...{ kind: 'invitation', subject: 'Your invitation to Weekward', to: 'ada@school.test' },
    person: { name: 'Ada Lovelace', role: 'student' },
    ...{ state: 'waiting', at, endedAt: null, tries: 0, nextTryAt: at, answer: null },
    canSendAgain: true,
  })

  server.trouble.recipient = { code: 450, text: '4.2.1 Try later' }
  await deliver()
  const [delayed] = await mailsOf(app, token)
  const nextTryAt = new Date(app.time.now + 5 * secondMs).toISOString()
  expect(delayed).toMatchObject({ state: 'waiting', tries: 1, nextTryAt })
  expect(delayed?.answer).toContain('450 4.2.1 Try later')

  server.trouble.recipient = noSuchUser
  app.time.now += 5 * secondMs
  await deliver()
  const [failed] = await mailsOf(app, token)
  const endedAt = new Date(app.time.now).toISOString()
  expect(failed).toMatchObject({ state: 'failed', tries: 2, endedAt, nextTryAt: null })
  expect(failed?.answer).toContain('550 5.1.1 No such user')
})

test('the list has no link that signs somebody in, whatever became of a mail', async () => {
  const { app, server, deliver, token } = await startMailing()
  const secrets: string[] = []
  for (const trouble of [undefined, { code: 450, text: 'Later' }, noSuchUser]) {
    server.trouble.recipient = trouble
    const email = `someone-${secrets.length}@school.test`
    const { body } = await app.call(addPerson.advisor, { token, body: { ...ada, email } })
    secrets.push(secretOf(body.inviteUrl))
    await deliver()
  }
  const told = JSON.stringify(await mailsOf(app, token))
  for (const state of ['sent', 'waiting', 'failed']) expect(told).toContain(`"${state}"`)
  for (const secret of secrets) expect(told).not.toContain(secret)
  expect(told).not.toContain('http')
})

test('the list is narrowed by state, by address and by name, the newest first', async () => {
  const { app, server, deliver, token } = await startMailing()
  const add = (name: string, email: string) =>
    app.call(addPerson.reviewer, { token, body: { name, email } })
  await add('Ada Lovelace', 'ada@school.test')
  await deliver()
  server.trouble.recipient = noSuchUser
  await add('Ben Bitdiddle', 'bit@school.test')
  await deliver()
  await add('Zoë Quist', 'zq@other.test')

  const found = async (query: object) =>
    (
      await app.send<ListedMail[]>('GET', `/admin/mails?${new URLSearchParams({ ...query })}`, {
        token,
      })
    ).body.map(({ to }) => to)
  expect(await found({})).toEqual(['zq@other.test', 'bit@school.test', 'ada@school.test'])
  expect(await found({ state: 'waiting' })).toEqual(['zq@other.test'])
  expect(await found({ state: 'failed' })).toEqual(['bit@school.test'])
  expect(await found({ state: 'sent' })).toEqual(['ada@school.test'])
  expect(await found({ state: 'dropped' })).toEqual([])
  expect(await found({ search: 'OTHER.test' })).toEqual(['zq@other.test'])
  expect(await found({ search: 'zoë' })).toEqual(['zq@other.test'])
  expect(await found({ search: 'school', state: 'sent' })).toEqual(['ada@school.test'])
  const wrong = await app.send('GET', '/admin/mails?state=lost', { token })
  expect(wrong.status).toBe(400)
})

test('a recipient refused for good stands beside the person and on the home, until a new mail goes out', async () => {
  const { app, server, deliver, token } = await startMailing()
  await app.call(addPerson.student, { token, body: ada })
  server.trouble.recipient = noSuchUser
  await deliver()

  const listed = async () => (await app.call(listPeople.student, { token, query: {} })).body[0]
  const summary = async () => (await app.call(getSchoolSummary, { token })).body
  const at = new Date(app.time.now).toISOString()
  const person = await listed()
  expect(person?.failedMail).toMatchObject({ at })
  expect(person?.failedMail?.answer).toContain('550 5.1.1 No such user')
  expect(await summary()).toMatchObject({ mailsFailed: 1, mailsDelayed: 0 })

  server.trouble.recipient = undefined
  const body = { id: person?._id ?? '', action: 'block' } as const
  await app.call(blockUnblock.student, { token, body })
  expect((await listed())?.failedMail).toBeNull()
  await deliver()
  expect((await mailsOf(app, token)).map(({ state }) => state)).toEqual(['sent', 'dropped'])
  expect(await summary()).toMatchObject({ mailsFailed: 0 })
})

test('a refused invitation troubles nobody once the person came in by the link that was handed over', async () => {
  const { app, server, deliver } = await startMailing()
  const invited = await invitePerson(app, 'student')
  server.trouble.recipient = noSuchUser
  await deliver()
  await choosePassword(app, invited)
  await fillProfile(app, invited, await completion(app))

  const token = invited.adminToken
  const { body } = await app.call(listPeople.student, { token, query: {} })
  expect(body).toMatchObject([{ isProfileVerified: true, failedMail: null }])
  expect(await mailsOf(app, token)).toMatchObject([{ state: 'dropped', canSendAgain: false }])
})

test('mails that the server does not take are counted on the home before they are given up', async () => {
  const { app, server, deliver, token } = await startMailing()
  await app.call(addPerson.student, { token, body: ada })
  server.trouble.sender = { code: 550, text: '5.7.1 You may not send as this one' }
  const delayed: number[] = []
  for (let tries = 1; tries <= 5; tries++) {
    await deliver()
    app.time.now += 1_000 * secondMs
    delayed.push((await app.call(getSchoolSummary, { token })).body.mailsDelayed)
  }
  expect(delayed).toEqual([0, 0, 0, 0, 1])
})

test.each(['invitation', 'password-reset'] as const)(
  'of two mails of the kind %s before the first has gone out only the newer is sent',
  async (kind) => {
    const { app, server, deliver, token } = await startMailing()
    const person = await makePerson(app, 'student', { verified: kind === 'password-reset' })
    const other = await makePerson(app, 'student', { verified: kind === 'password-reset' })
    const { _id: id } = person
    const send = (to: string) =>
      kind === 'invitation'
        ? app.call(blockUnblock.student, { token, body: { id: to, action: 'block' } })
        : app.call(sendPasswordReset.student, { token, body: { id: to } })
    await send(id)
    await send(other._id)
    await send(id)
    await deliver()

    expect(server.mails.map(({ to }) => to)).toEqual([[other.email], [person.email]])
    const listed = await mailsOf(app, token)
    expect(listed.map(({ state }) => state)).toEqual(['sent', 'sent', 'dropped'])
    const bodies = await app.context.db.selectFrom('outbox').select('body').execute()
    expect(bodies).toEqual([{ body: '' }, { body: '' }, { body: '' }])
  },
)

test('a mail that waits for its next try is tried at once when an admin says so', async () => {
  const { app, server, deliver, token } = await startMailing()
  await app.call(addPerson.student, { token, body: ada })
  server.trouble.sender = { code: 451, text: 'Later' }
  await deliver()
  server.trouble.sender = undefined
  await deliver()
  expect(server.mails).toHaveLength(0)

  const [mail] = await mailsOf(app, token)
  const again = await app.call(sendMailAgain, { token, body: { id: mail?._id ?? '' } })
  expect(again.status).toBe(200)
  expect(again.body.mail).toMatchObject({ _id: mail?._id, state: 'waiting' })
  await deliver()
  expect(server.mails).toHaveLength(1)
})

test('a mail that is just being sent is not sent a second time', async () => {
  const { app, server, deliver, token } = await startMailing()
  await app.call(addPerson.student, { token, body: ada })
  const [mail] = await mailsOf(app, token)
  const id = mail?._id ?? ''
  expect(await claimMail(app.context, id)).toBeDefined()

  expect((await app.call(sendMailAgain, { token, body: { id } })).status).toBe(200)
  await deliver()
  expect(server.mails).toHaveLength(0)
})

test.each(['sent', 'failed'] as const)(
  'an invitation that was %s goes out anew with a fresh link, and the older link dies',
  async (state) => {
    const { app, server, deliver, token } = await startMailing()
    const { body: added } = await app.call(addPerson.student, { token, body: ada })
    if (state === 'failed') server.trouble.recipient = noSuchUser
    await deliver()
    server.trouble.recipient = undefined
    const [mail] = await mailsOf(app, token, { state })

    const again = await app.call(sendMailAgain, { token, body: { id: mail?._id ?? '' } })
    expect(again.body.mail).toMatchObject({ kind: 'invitation', state: 'waiting', tries: 0 })
    expect(again.body.mail._id).not.toBe(mail?._id)
    await deliver()
    const fresh = linkIn(server.mails.at(-1)?.text)
    expect(fresh).not.toBe(added.inviteUrl)
    const set = (url?: string) => choosePassword(app, { role: 'student', secret: secretOf(url) })
    expect((await set(added.inviteUrl)).status).toBe(404)
    expect((await set(fresh)).status).toBe(200)
  },
)

test('a link to a new password goes out anew, to whoever can still sign in', async () => {
  const { app, server, deliver, token } = await startMailing()
  const { _id: id } = await makePerson(app, 'reviewer')
  await app.call(sendPasswordReset.reviewer, { token, body: { id } })
  await deliver()
  const [mail] = await mailsOf(app, token)
  const body = { id: mail?._id ?? '' }
  expect((await app.call(sendMailAgain, { token, body })).status).toBe(200)
  await deliver()
  expect(new Set(server.mails.map(({ text }) => linkIn(text))).size).toBe(2)

  await app.call(blockUnblock.reviewer, { token, body: { id, action: 'block' } })
  const refused = await app.call(sendMailAgain, { token, body })
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ message: 'This mail is of no use any more' })
  const listed = await mailsOf(app, token)
  expect(listed.map(({ canSendAgain }) => canSendAgain)).toEqual([false, false])
})

test('a mail that nobody knows cannot be sent again', async () => {
  const { app, token } = await startMailing()
  const refused = await app.call(sendMailAgain, { token, body: { id: 'none' } })
  expect(refused.status).toBe(404)
  expect(refused.body).toEqual({ message: 'This mail does not exist' })
})

test('a test mail goes to the admin who asks, and what the server said comes back', async () => {
  const { app, server, admin, token } = await startMailing()
  const { status, body } = await app.call(sendTestMail, { token, body: {} })
  expect(status).toBe(200)
  expect(body.mail).toMatchObject({ kind: 'test', to: admin.email, state: 'sent', tries: 1 })
  expect(body.message).toBe('A test mail is on its way.')
  expect(body.mail.answer).toMatch(/^250 /)
  expect(server.mails).toMatchObject([{ to: [admin.email] }])
  expect(server.mails[0]?.text).toContain('Subject: A test mail from Weekward')
})

test('a test mail goes to an address that is typed, and a refusal comes back with the reason', async () => {
  const { app, server, token } = await startMailing()
  server.trouble.recipient = noSuchUser
  const { body } = await app.call(sendTestMail, { token, body: { to: ' Me@School.test ' } })
  expect(body.mail).toMatchObject({ to: 'me@school.test', state: 'failed', tries: 1 })
  expect(body.message).toBe('The test mail was refused.')
  expect(body.mail.answer).toContain('550 5.1.1 No such user')
  // The home tells of mails that somebody waits for.
  expect((await app.call(getSchoolSummary, { token })).body.mailsFailed).toBe(0)

  const wrong = await app.call(sendTestMail, { token, body: { to: 'nobody' } })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toEqual({ message: 'Invalid email', errors: { to: 'Invalid email' } })
})

test('an admin sends ten test mails a minute, and another admin their own', async () => {
  const app = await startApp({ rateLimit: true })
  app.context.postman = mailerOf(app, undefined)
  const [{ token }, other] = [await makePerson(app, 'admin'), await makePerson(app, 'admin')]
  const statusOf = async (token: string) =>
    (await app.call(sendTestMail, { token, body: {} })).status
  for (let mail = 0; mail < 10; mail++) expect(await statusOf(token)).toBe(200)
  const refused = await app.call(sendTestMail, { token, body: {} })
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual({ message: 'Too many requests. Please wait a moment.' })
  expect(refused.headers['retry-after']).toBe('60')
  expect(await statusOf(other.token)).toBe(200)
  app.time.now += minuteMs
  expect(await statusOf(token)).toBe(200)
})

test('a test mail that was refused is sent again as it is', async () => {
  const { app, server, deliver, token } = await startMailing()
  server.trouble.recipient = noSuchUser
  const { body } = await app.call(sendTestMail, { token, body: { to: 'me@school.test' } })
  server.trouble.recipient = undefined
  const again = await app.call(sendMailAgain, { token, body: { id: body.mail._id } })
  expect(again.body.mail).toMatchObject({ _id: body.mail._id, state: 'waiting' })
  await deliver()
  expect(server.mails).toHaveLength(1)
})

test('a test mail that takes longer than a call can wait is in the list, and its end comes there', async () => {
  const tarpit = await startTarpit()
  onTestFinished(tarpit.stop)
  const { app, token } = await startMailing(tarpit.url, 100)
  const { body } = await app.call(sendTestMail, { token, body: {} })
  expect(body.mail).toMatchObject({ state: 'waiting', tries: 0, nextTryAt: null })
  expect(body.message).toContain('The test mail is not away yet.')

  await tarpit.closed
  await expect
    .poll(async () => (await mailsOf(app, token))[0])
    .toMatchObject({ state: 'waiting', tries: 1, answer: 'The mail server took too long' })
})

test('without a mail server a test mail says which file it is', async () => {
  const app = await startApp()
  app.context.postman = mailerOf(app, undefined)
  const { token } = await makePerson(app, 'admin')
  const { body } = await app.call(sendTestMail, { token, body: {} })
  expect(body.mail).toMatchObject({
    state: 'sent',
    answer: `Written to the file ${body.mail._id}.eml`,
  })
})

test('the trail says who sent which mail again and who sent a test mail, and never a text', async () => {
  const { app, server, deliver, token } = await startMailing()
  const { body: added } = await app.call(addPerson.student, { token, body: ada })
  server.trouble.recipient = { code: 450, text: 'Later' }
  await deliver()
  const [mail] = await mailsOf(app, token)
  app.time.now += secondMs
  await app.call(sendMailAgain, { token, body: { id: mail?._id ?? '' } })
  await app.call(sendTestMail, { token, body: {} })

  const { body: lines } = await app.call(listTrail, { token, query: { kind: 'mails' } })
  expect(lines.map(({ call, about }) => [call, about._id === mail?._id])).toEqual([
    ['POST /admin/send-test-mail', false],
    ['PUT /admin/send-mail-again', true],
  ])
  expect(JSON.stringify(lines)).not.toContain(secretOf(added.inviteUrl))
})

test('a mail that nobody took for a week is given up, and stands with the failed ones', async () => {
  const { app, server, deliver, token } = await startMailing()
  await app.call(addPerson.student, { token, body: ada })
  server.trouble.sender = { code: 451, text: 'Later' }
  await deliver()
  app.time.now += 7 * dayMs
  await deliver()
  // The session of a week ago is over.
  const admin = await makePerson(app, 'admin')
  expect(await mailsOf(app, admin.token, { state: 'failed' })).toMatchObject([{ tries: 2 }])
})
