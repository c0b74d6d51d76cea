import { expect, test } from 'vitest'
import { logout } from '#contract/accounts/accounts.ts'
import { hourMs, minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { markNotificationsRead } from '#contract/notifications/list.ts'
import { openDatabase } from '#server/database/connect.ts'
import { openSession } from '#test/accounts/session.ts'
import { startPushScenario } from '#test/push/push-scenario.ts'
import { createPusher } from './pusher.ts'

test('a notification is pushed once to each browser of its recipient, encrypted', async () => {
  const { app, student, advisor, move, id, service, deliver, subscribe, countOf } =
    await startPushScenario()
  await subscribe('student', student.token, 'phone')
  await subscribe('student', await openSession(app.context, student._id), 'laptop')
  await subscribe('advisor', advisor.token, 'elsewhere')
  await move()
  await deliver()
  await deliver()
  const pushed = {
    id: expect.any(String),
    role: 'student',
    title: 'Weekward',
    text: expect.stringMatching(
      /^\S.* moved your week 01 review\. It was on Mon 2 Mar, 1:00 PM and is now on Mon 2 Mar, 2:00 PM with /,
    ),
    path: `/review-details/${id}`,
    at: app.time.now,
  }
  const message = {
    pushed,
    subject: 'mailto:no-reply@weekward.test',
    urgency: 'normal',
    ttl: 2 * 3600,
    topic: expect.stringMatching(/^[\da-f]{32}$/),
  }
  expect(service.messages.toSorted((a, b) => a.browser.localeCompare(b.browser))).toEqual([
    { browser: 'laptop', ...message },
    { browser: 'phone', ...message },
  ])
  expect(await countOf('pushes')).toBe(0)
})

test('simultaneous processes push it once', async () => {
  const { app, student, reviewer, move, service, deliver, subscribe, warnings } =
    await startPushScenario()
  await subscribe('student', student.token, 'phone')
  await subscribe('reviewer', reviewer.token, 'desk')
  await move()
  const others = [1, 2, 3].map(() => openDatabase(app.address))
  await Promise.all(others.map((db) => deliver({ ...app.context, db })))
  for (const db of others) await db.destroy()
  expect(warnings).toEqual([])
  const browsers = service.messages.map(({ browser }) => browser)
  expect(browsers.toSorted()).toEqual(['desk', 'phone'])
})

test('read and outdated notifications are not pushed', async () => {
  const { app, student, move, reviewer, slot, service, deliver, subscribe } =
    await startPushScenario()
  const { token } = student
  await subscribe('student', token, 'phone')
  await move()
  await app.call(markNotificationsRead.student, { token, body: { value: { ids: 'all' } } })
  await deliver()
  await move({ reviewer: reviewer._id, slot })
  app.time.now += 3 * hourMs
  await deliver()
  expect(service.asked).toEqual([])
})

test('someone who signs out between the change and the push gets none', async () => {
  const { app, student, move, service, deliver, subscribe } = await startPushScenario()
  await subscribe('student', student.token, 'phone')
  await move()
  await app.call(logout.student, { token: student.token })
  await deliver()
  expect(service.asked).toEqual([])
})

test('a push to a service that is down or busy is retried, five attempts at most', async () => {
  const { app, student, move, service, deliver, subscribe, countOf } = await startPushScenario()
  await subscribe('student', student.token, 'phone')
  await move()
  service.trouble.status = 503
  for (const waits of [0, 15, 60, 240, 960, 3600]) {
    app.time.now += waits * secondMs - 1
    await deliver()
    app.time.now += 1
    await deliver()
  }
  expect(service.asked).toHaveLength(5)
  expect(await countOf('pushes')).toBe(0)
  expect(await countOf('push_subscriptions')).toBe(1)
})

test('Retry-After of a push service is honoured', async () => {
  const { app, student, move, service, deliver, subscribe } = await startPushScenario()
  await subscribe('student', student.token, 'phone')
  await move()
  Object.assign(service.trouble, { status: 429, headers: { 'retry-after': '600' } })
  await deliver()
  app.time.now += 9 * minuteMs
  await deliver()
  expect(service.asked).toHaveLength(1)
  service.trouble.status = undefined
  app.time.now += minuteMs
  await deliver()
  expect(service.messages).toHaveLength(1)
})

test.each([404, 410])('a subscription that has ended (%s) is deleted', async (status) => {
  const { student, move, service, deliver, subscribe, countOf } = await startPushScenario()
  await subscribe('student', student.token, 'phone')
  await move()
  service.trouble.status = status
  await deliver()
  expect(service.asked).toHaveLength(1)
  expect(await countOf('push_subscriptions')).toBe(0)
  expect(await countOf('pushes')).toBe(0)
})

test.each([301, 302, 307, 308])('a redirect (%s) is not followed', async (status) => {
  const { student, move, service, deliver, subscribe, countOf } = await startPushScenario()
  await subscribe('student', student.token, 'phone')
  await move()
  const location = `${service.origin}/elsewhere`
  Object.assign(service.trouble, { status, headers: { location } })
  await deliver()
  expect(service.asked).toEqual(['POST /push/phone'])
  expect(await countOf('pushes')).toBe(0)
})

test('the response body of a push service is neither read to its end nor logged', async () => {
  const { student, move, service, deliver, subscribe, warnings } = await startPushScenario()
  await subscribe('student', student.token, 'phone')
  await move()
  Object.assign(service.trouble, { status: 400, body: 'a secret '.repeat(100_000) })
  await deliver()
  expect(warnings).toEqual([
    {
      notice: expect.any(String),
      host: new URL(service.origin).host,
      attempts: 1,
      said: 400,
    },
  ])
})

test('a push under way at shutdown is completed and not sent again', async () => {
  const { app, student, move, service, subscribe, countOf } = await startPushScenario()
  await subscribe('student', student.token, 'phone')
  await move()
  const pusher = createPusher(app.context, { warn() {} })
  const stopping = new AbortController()
  const delivering = pusher.deliver(stopping.signal)
  await service.received(1)
  stopping.abort()
  await delivering
  pusher.close()
  expect(await countOf('pushes')).toBe(0)
})
