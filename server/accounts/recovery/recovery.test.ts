import { expect, test } from 'vitest'
import { blockUnblock, updatePassword } from '#contract/accounts/accounts.ts'
import { checkPasswordReset } from '#contract/accounts/links/check-links.ts'
import { resetPassword, sendPasswordReset } from '#contract/accounts/links/password-reset.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { makeCalendarLink } from '#contract/calendar/feed.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import {
  advanceToNextCode,
  onboardWithSecondFactor,
  tryLogin,
} from '#test/accounts/second-factor.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { openPageSocket, startLiveApp } from '#test/live-app.ts'
import { readMailsTo } from '#test/mail/mails.ts'

const roles = ['student', 'advisor', 'reviewer'] as const
const newPassword = 'battery staple'
const hourMs = 3_600_000
const badLink = {
  message: 'This link is not valid or has expired. Ask your admin for a new one.',
}

type Person = { _id: string; email: string; role: ProfileRole; adminToken: string }

/** Sends the link as an admin does, and takes it from the mail. */
async function sendLink(app: TestApp, { _id: id, email, role, adminToken: token }: Person) {
  const reply = await app.call(sendPasswordReset[role], { token, body: { id } })
  const mail = (await readMailsTo(app, email)).at(-1)
  const link = mail?.body.match(/https?:\/\/\S+\/reset-password\/\S+/)?.[0]
  return { reply, mail, link, secret: link?.split('/').at(-1) ?? '' }
}

const set = (app: TestApp, role: ProfileRole, id: string, given = newPassword) =>
  app.call(resetPassword[role], { params: { id }, body: { password: given } })

test.each(roles)('a %s who has forgotten the password sets a new one by email', async (role) => {
  const app = await startApp()
  const person = await onboard(app, role)
  const { reply, mail, link, secret } = await sendLink(app, person)
  expect(reply.status).toBe(200)
  // The reply must not contain the link: an admin could take the account over.
  expect(reply.body).toEqual({ message: 'A password reset link is on its way.' })
  expect(mail?.subject).toBe('Set a new password for Weekward')
  expect(mail?.body).toContain('after 24 hours, on Tue 3 Mar, 12:00 PM (America/New York).')
  const base = role === 'student' ? '' : `/${role}`
  expect(link).toBe(`http://weekward.test${base}/reset-password/${secret}`)
  // The old password works until then.
  expect((await tryLogin(app, person)).result).toMatchObject({ status: true })

  const { status, body } = await set(app, role, secret)
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Your new password is set. You can sign in now.' })
  expect((await tryLogin(app, person)).status).toBe(401)
  const entered = await tryLogin(app, person, undefined, newPassword)
  expect(entered.result).toMatchObject({ status: true })
})

test('a link works once, even if used twice at once', async () => {
  const app = await startApp()
  const { secret } = await sendLink(app, await onboard(app, 'student'))
  const both = await Promise.all([
    set(app, 'student', secret, 'battery staple'),
    set(app, 'student', secret, 'staple battery'),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  const again = await set(app, 'student', secret)
  expect(again.status).toBe(404)
  expect(again.body).toEqual(badLink)
})

test('a link can be checked before anything is typed', async () => {
  const app = await startApp()
  const { secret } = await sendLink(app, await onboard(app, 'reviewer'))
  const check = (role: 'reviewer' | 'admin', id = secret) =>
    app.call(checkPasswordReset[role], { params: { id } })
  expect((await check('reviewer')).body).toEqual({ isGood: true })
  const dead = { status: 404, body: badLink }
  expect(await check('admin')).toMatchObject(dead)
  expect(await check('reviewer', 'made-up')).toMatchObject(dead)
  await set(app, 'reviewer', secret)
  expect(await check('reviewer')).toMatchObject(dead)
})

test('a link works for 24 hours, and a new one invalidates it', async () => {
  const app = await startApp()
  const person = await onboard(app, 'advisor')
  const { secret: older } = await sendLink(app, person)
  const { secret } = await sendLink(app, person)
  expect((await set(app, 'advisor', older)).status).toBe(404)
  app.time.now += 24 * hourMs
  expect(await set(app, 'advisor', secret)).toMatchObject({ status: 404, body: badLink })
  app.time.now -= 1
  expect((await set(app, 'advisor', secret)).status).toBe(200)
})

test('a link works for its own role only, and a made-up one for none', async () => {
  const app = await startApp()
  const { secret } = await sendLink(app, await onboard(app, 'student'))
  expect((await set(app, 'advisor', secret)).status).toBe(404)
  const admin = { params: { id: secret }, body: { password: newPassword } }
  expect((await app.call(resetPassword.admin, admin)).status).toBe(404)
  expect((await set(app, 'student', 'made-up')).status).toBe(404)
  expect((await set(app, 'student', secret)).status).toBe(200)
})

test('a password reset invalidates the calendar link, and a change with the old password does not', async () => {
  const app = await startApp()
  const person = await onboard(app, 'reviewer')
  const token = await openSession(app.context, person._id)
  const { url } = (await app.call(makeCalendarLink.reviewer, { token })).body
  const feed = async () => (await app.app.inject({ url: new URL(url).pathname })).statusCode
  const body = { oldpass: password, newpass: 'staple battery' }
  expect((await app.call(updatePassword.reviewer, { token, body })).status).toBe(200)
  expect(await feed()).toBe(200)
  await set(app, 'reviewer', (await sendLink(app, person)).secret)
  expect(await feed()).toBe(404)
})

test('the new password ends all sessions and closes their pages, and nobody else’s', async () => {
  const app = await startLiveApp()
  const person = await onboard(app, 'reviewer')
  const other = await openPageSocket(app, (await makePerson(app, 'reviewer')).token)
  const token = await openSession(app.context, person._id)
  const page = await openPageSocket(app, token)
  const { secret } = await sendLink(app, person)
  expect((await app.send('GET', '/reviewer/profile', { token })).status).toBe(200)
  await set(app, 'reviewer', secret)
  expect(await page.ended).toBe('io server disconnect')
  expect((await app.send('GET', '/reviewer/profile', { token })).status).toBe(401)
  expect(other.socket.connected).toBe(true)
})

test('the second factor stays: a new password alone signs nobody in', async () => {
  const app = await startApp()
  const person = await onboardWithSecondFactor(app)
  const { secret } = await sendLink(app, person)
  await set(app, 'student', secret)
  const asked = await tryLogin(app, person, undefined, newPassword)
  expect(asked.result).toMatchObject({ status: false, codeNeeded: true })
  const code = advanceToNextCode(app, person.key)
  expect((await tryLogin(app, person, code, newPassword)).status).toBe(200)
})

test('changing the password and a block invalidate the link', async () => {
  const app = await startApp()
  const person = await onboard(app, 'student')
  const first = await sendLink(app, person)
  const token = await openSession(app.context, person._id)
  const change = { oldpass: password, newpass: 'remembered it' }
  expect((await app.call(updatePassword.student, { token, body: change })).status).toBe(200)
  expect((await set(app, 'student', first.secret)).status).toBe(404)

  const second = await sendLink(app, person)
  for (const action of ['block', 'unblock'] as const) {
    const body = { id: person._id, action }
    await app.call(blockUnblock.student, { token: person.adminToken, body })
    expect((await set(app, 'student', second.secret)).status).toBe(404)
  }
})

test('a short, empty or common password is refused, and the link stays valid', async () => {
  const app = await startApp()
  const { secret } = await sendLink(app, await onboard(app, 'student'))
  for (const [given, message] of [
    ['1234567', 'Passwords should be 8 characters long'],
    ['', 'please enter vaild password'],
    [undefined, 'please enter vaild password'],
    ['Football1', 'This password is too common. Please choose another.'],
  ] as const) {
    const body = { password: given }
    const refused = await app.send('PUT', `/reset-password/${secret}`, { body })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ message, errors: { password: message } })
  }
  expect((await set(app, 'student', secret)).status).toBe(200)
})

test('a link’s secret is not in the database once the email is sent', async () => {
  const app = await startApp()
  const { secret } = await sendLink(app, await onboard(app, 'student'))
  const kept = await app.context.db.selectFrom('password_resets').selectAll().execute()
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(secret)
})

test('the audit log has the link and its use, but not its secret', async () => {
  const app = await startApp()
  const person = await onboard(app, 'student')
  const { secret } = await sendLink(app, person)
  await set(app, 'student', secret)
  const lines = (await app.call(listAuditLog, { token: person.adminToken })).body
  expect(lines.slice(0, 2)).toMatchObject([
    { call: 'PUT /reset-password/:id', who: { _id: person._id }, after: { password_hash: '…' } },
    {
      call: 'POST /admin/reset-password-student',
      about: { _id: person._id },
      before: { link_to_a_new_password: null },
      after: { link_to_a_new_password: 'mailed' },
    },
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test('blocked and unverified people get no link', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const blocked = await makePerson(app, 'student', { blocked: true })
  const invited = await makePerson(app, 'student', { verified: false })
  for (const { _id: id } of [blocked, invited]) {
    const refused = await app.call(sendPasswordReset.student, { token, body: { id } })
    expect(refused.status).toBe(409)
    expect(refused.body).toEqual({
      message: 'This user is blocked, or has not completed the profile yet',
    })
  }
  expect(await app.context.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('nobody but an admin sends a link, and to people of the right role only', async () => {
  const app = await startApp()
  const student = await makePerson(app, 'student')
  const admin = await makePerson(app, 'admin')
  const { _id: id } = student
  for (const role of roles) {
    const { token } = await makePerson(app, role)
    for (const given of [token, undefined, student.token]) {
      const refused = await app.call(sendPasswordReset.student, { token: given, body: { id } })
      expect(refused.status).toBe(401)
    }
  }
  for (const [role, whom] of [
    ['advisor', id],
    ['student', admin._id],
    ['student', 'nobody'],
  ] as const) {
    const asked = { token: admin.token, body: { id: whom } }
    const refused = await app.call(sendPasswordReset[role], asked)
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This user does not exist' })
  }
  for (const body of [{}, { id: 7 }]) {
    const asked = { token: admin.token, body }
    expect((await app.send('POST', '/admin/reset-password-student', asked)).status).toBe(400)
  }
  expect(await app.context.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})
