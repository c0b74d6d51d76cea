import { expect, test } from 'vitest'
import { addPerson, blockUnblock } from '#contract/accounts/accounts.ts'
import { resetPassword, sendPasswordReset } from '#contract/accounts/links/password-reset.ts'
import { dayMs, secondMs } from '#contract/kit/time/durations.ts'
import { countFailedMails, type ListedMail, sendTestMail } from '#contract/mails.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { listPeople } from '#contract/people/people.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { makeResetLinkByEmail } from '#server/accounts/recovery/actions.ts'
import {
  choosePassword,
  fillProfile,
  getInviteSecret,
  invitePerson,
  makeProfileCompletion,
} from '#test/accounts/onboard.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { noSuchUser, readMailList, startAppWithMailServer } from '#test/mail/mails.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@school.test' }

test('an admin sees the subject, recipient, times, tries and server’s answer of each email', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
  await app.call(addPerson.student, { token, body: ada })
  const [waiting] = await readMailList(app, token)
  const at = new Date(app.time.now).toISOString()
  expect(waiting).toMatchObject({
    kind: 'invitation',
    subject: 'Your invitation to Weekward',
    to: 'ada@school.test',
    person: { name: 'Ada Lovelace', role: 'student' },
    state: 'waiting',
    at,
    endedAt: null,
    tries: 0,
    nextTryAt: at,
    answer: null,
    canSendAgain: true,
  })

  server.trouble.recipient = { code: 450, text: '4.2.1 Try later' }
  await deliver()
  const [delayed] = await readMailList(app, token)
  const nextTryAt = new Date(app.time.now + 5 * secondMs).toISOString()
  expect(delayed).toMatchObject({ state: 'waiting', tries: 1, nextTryAt })
  expect(delayed?.answer).toContain('450 4.2.1 Try later')

  server.trouble.recipient = noSuchUser
  app.time.now += 5 * secondMs
  await deliver()
  const [failed] = await readMailList(app, token)
  const endedAt = new Date(app.time.now).toISOString()
  expect(failed).toMatchObject({ state: 'failed', tries: 2, endedAt, nextTryAt: null })
  expect(failed?.answer).toContain('550 5.1.1 No such user')
})

test('the list never contains a login link', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
  const secrets: string[] = []
  for (const failure of [undefined, { code: 450, text: 'Later' }, noSuchUser]) {
    server.trouble.recipient = failure
    const email = `someone-${secrets.length}@school.test`
    const { body } = await app.call(addPerson.advisor, { token, body: { ...ada, email } })
    secrets.push(getInviteSecret(body.inviteUrl))
    await deliver()
  }
  const text = JSON.stringify(await readMailList(app, token))
  for (const state of ['sent', 'waiting', 'failed']) expect(text).toContain(`"${state}"`)
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).not.toContain('http')
})

test('the list can be filtered by state, address and name, newest first', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
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

test('a permanently refused recipient is shown beside the person and on the home until a new email is sent', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
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
  expect((await readMailList(app, token)).map(({ state }) => state)).toEqual(['sent', 'dropped'])
  expect(await summary()).toMatchObject({ mailsFailed: 0 })
})

test('a refused invitation is no longer counted once the person has used a link that was handed over', async () => {
  const { app, server, deliver } = await startAppWithMailServer()
  const invited = await invitePerson(app, 'student')
  server.trouble.recipient = noSuchUser
  await deliver()
  await choosePassword(app, invited)
  await fillProfile(app, invited, await makeProfileCompletion(app))

  const token = invited.adminToken
  const { body } = await app.call(listPeople.student, { token, query: {} })
  expect(body).toMatchObject([{ isProfileVerified: true, failedMail: null }])
  expect(await readMailList(app, token)).toMatchObject([{ state: 'dropped', canSendAgain: false }])
})

test('a refused link to a new password is no longer counted once the person has set one', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
  const { _id: id, email } = await makePerson(app, 'student')
  server.trouble.recipient = noSuchUser
  await app.call(sendPasswordReset.student, { token, body: { id } })
  await deliver()
  const failed = async () =>
    (await app.call(listPeople.student, { token, query: {} })).body[0]?.failedMail
  expect(await failed()).toMatchObject({ answer: expect.stringContaining('550') })
  const { link } = await makeResetLinkByEmail(app.context, email, { andSecondFactor: false })
  const params = { id: link.split('/').at(-1) ?? '' }
  await app.call(resetPassword.student, { params, body: { password: 'battery staple' } })
  expect(await failed()).toBeNull()
})

test('delayed emails are counted on the home before they are given up', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
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
  'of two emails of the kind %s before the first has gone out only the newer is sent',
  async (kind) => {
    const { app, server, deliver, token } = await startAppWithMailServer()
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

    // Several go out at once, in any order.
    const recipients = server.mails.flatMap(({ to }) => to)
    expect(recipients.sort()).toEqual([person.email, other.email].sort())
    const listed = await readMailList(app, token)
    expect(listed.map(({ state }) => state)).toEqual(['sent', 'sent', 'dropped'])
    const bodies = await app.context.db.selectFrom('outbox').select('body').execute()
    expect(bodies).toEqual([{ body: '' }, { body: '' }, { body: '' }])
  },
)

test('an email that could not be sent for a week is listed as failed', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
  await app.call(addPerson.student, { token, body: ada })
  server.trouble.sender = { code: 451, text: 'Later' }
  await deliver()
  app.time.now += 7 * dayMs
  await deliver()
  // The session of a week ago is over.
  const admin = await makePerson(app, 'admin')
  expect(await readMailList(app, admin.token, { state: 'failed' })).toMatchObject([{ tries: 2 }])
})

test('an admin sees the number of failed emails, without test emails', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
  const failed = async () => (await app.call(countFailedMails, { token })).body.mailsFailed
  expect(await failed()).toBe(0)
  server.trouble.recipient = noSuchUser
  await app.call(addPerson.student, { token, body: ada })
  await deliver()
  await app.call(sendTestMail, { token, body: { to: 'nobody@school.test' } })
  expect(await failed()).toBe(1)
})

test('the emails to one person are listed, also those to an earlier address', async () => {
  const { app, token } = await startAppWithMailServer()
  const { _id: person } = await makePerson(app, 'advisor', { email: 'old@school.test' })
  await app.call(sendPasswordReset.advisor, { token, body: { id: person } })
  const value = { id: person, email: 'new@school.test' }
  await app.call(editPerson.advisor, { token, body: { value } })
  await app.call(addPerson.student, { token, body: ada })
  const listed = await readMailList(app, token, { person })
  expect(listed.map(({ to }) => to)).toEqual(expect.arrayContaining(['old@school.test']))
  expect(listed.every((mail) => mail.person?._id === person)).toBe(true)
  expect(await readMailList(app, token, { person, state: 'failed' })).toEqual([])
  expect((await readMailList(app, token)).length).toBeGreaterThan(listed.length)
})

test('the same call returns the account for the top bar', async () => {
  const app = await startApp()
  const { token, _id } = await makePerson(app, 'admin', { name: 'Ada' })
  const { body } = await app.call(countFailedMails, { token })
  expect(body.account).toEqual({ _id, name: 'Ada' })
})
