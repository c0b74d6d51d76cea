import { expect, test } from 'vitest'
import { endPersonSessions, listPersonSessions, listSessions } from '#contract/accounts/sessions.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { mailNotifications } from '#server/notifications/mail/mail-notifications.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { openPageSocket, startLiveApp } from '#test/live-app.ts'
import { readMailsTo } from '#test/mail/mails.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

/** A student with two sessions, the newer one in Firefox, and an admin. */
async function start(app: Awaited<ReturnType<typeof startApp>>) {
  const admin = await makePerson(app, 'admin', { name: 'Grace' })
  const student = await makePerson(app, 'student', { name: 'Sofía' })
  app.time.now += minuteMs
  const from = { userAgent: firefox, address: '192.0.2.7' }
  const newer = await openSession(app.context, student._id, from)
  const list = async (person = student._id) =>
    (await app.call(listPersonSessions, { token: admin.token, query: { person } })).body
  const end = (session?: string, id = student._id) =>
    app.call(endPersonSessions, { token: admin.token, body: { value: { id, session } } })
  const isIn = async (token: string) =>
    (await app.call(listSessions.student, { token })).status === 200
  const notified = async () => {
    const token = await openSession(app.context, student._id)
    const { body } = await app.call(listNotifications.student, { token })
    return body.map(({ kind, text }) => [kind, text])
  }
  return { admin, student, newer, list, end, isIn, notified }
}

test('an admin sees where a person is signed in, and ends one session: the person is told', async () => {
  const app = await startApp()
  const { admin, student, newer, list, end, isIn, notified } = await start(app)
  const [first, second] = await list()
  expect(first).toMatchObject({ browser: 'Firefox on Linux', address: '192.0.2.7', isThis: false })
  expect(second).toMatchObject({ isThis: false })
  expect(await list()).toHaveLength(2)

  const { status, body } = await end(first?._id)
  expect([status, body.message]).toEqual([200, 'Signed out there.'])
  expect([await isIn(newer), await isIn(student.token)]).toEqual([false, true])
  const { body: lines } = await app.call(listAuditLog, {
    token: admin.token,
    query: { person: student._id },
  })
  expect(lines).toMatchObject([
    { deed: 'sessions-ended', who: { name: 'Grace' }, after: { sessions: 'Firefox on Linux' } },
  ])
  expect(await notified()).toEqual([
    [
      'signed-out',
      'Grace signed you out of Firefox on Linux. If you do not know why, ask your admin.',
    ],
  ])
  await mailNotifications(app.context)
  const [mail] = await readMailsTo(app, student.email)
  expect(mail?.subject).toBe('You were signed out')
  expect((await end(first?._id)).status).toBe(404)
})

test('an admin signs a person out everywhere, and their pages lose the connection', async () => {
  const app = await startLiveApp()
  const { student, newer, list, end, isIn, notified } = await start(app)
  const page = await openPageSocket(app, newer)
  const { status, body } = await end()
  expect([status, body.message]).toEqual([200, 'Signed out everywhere.'])
  expect(await page.ended).toBe('io server disconnect')
  expect([await isIn(newer), await isIn(student.token)]).toEqual([false, false])
  expect(await list()).toEqual([])
  // Nobody is told of nothing.
  expect((await end()).status).toBe(200)
  expect(await notified()).toEqual([
    ['signed-out', 'Grace signed you out everywhere. If you do not know why, ask your admin.'],
  ])
})

test('on the own page the admin’s session stays, and no email is sent', async () => {
  const app = await startApp()
  const { admin, list, end } = await start(app)
  await openSession(app.context, admin._id)
  expect((await list(admin._id)).map(({ isThis }) => isThis).sort()).toEqual([false, true])
  expect((await end(undefined, admin._id)).body.message).toBe('Signed out everywhere else.')
  expect(await list(admin._id)).toMatchObject([{ isThis: true }])
  await mailNotifications(app.context)
  expect(await readMailsTo(app, admin.email)).toEqual([])
})

test('unknown people and other people’s sessions are refused, and nothing ends', async () => {
  const app = await startApp()
  const { admin, student, list, end } = await start(app)
  const other = await makePerson(app, 'advisor')
  const [theirs] = await list(other._id)
  expect((await end(theirs?._id)).body).toEqual({ message: 'This session does not exist' })
  expect((await end(undefined, 'nobody')).body).toEqual({ message: 'This person does not exist' })
  const query = { person: 'nobody' }
  const { status } = await app.call(listPersonSessions, { token: admin.token, query })
  expect(status).toBe(404)
  expect([await list(), await list(other._id)].map(({ length }) => length)).toEqual([2, 1])
  const { status: refused } = await app.call(listPersonSessions, {
    token: student.token,
    query: { person: student._id },
  })
  expect(refused).toBe(401)
})
