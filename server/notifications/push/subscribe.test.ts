import { expect, test } from 'vitest'
import { blockUnblock, logout } from '#contract/accounts/accounts.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { getPushKey, unsubscribePush } from '#contract/notifications/delivery/push.ts'
import { roles } from '#contract/roles.ts'
import { deleteExpired } from '#server/kit/ops/retention.ts'
import { retentionRules } from '#server/retention.ts'
import { openSession } from '#test/accounts/session.ts'
import { makePerson } from '#test/factories.ts'
import { makeFakeBrowser } from '#test/push/fake-browser.ts'
import { startPushScenario } from '#test/push/push-scenario.ts'

test.each(roles)('an %s switches push on in a browser, and off again', async (role) => {
  const { app, subscribe, countOf } = await startPushScenario()
  const { _id, token } = await makePerson(app, role)
  const { body } = await app.call(getPushKey[role], { token })
  expect(body).toEqual({ key: expect.stringMatching(/^B[\w-]{86}$/), person: _id })
  await subscribe(role, token, 'phone')
  await subscribe(role, token, 'phone anew')
  expect(await countOf('push_subscriptions')).toBe(1)
  const ended = await app.call(unsubscribePush[role], { token })
  expect([ended.status, ended.body]).toEqual([
    200,
    { message: 'This browser no longer gets notifications.' },
  ])
  expect(await countOf('push_subscriptions')).toBe(0)
})

test('the school’s key stays the same for everyone, even when first requested concurrently', async () => {
  const { app, student, advisor } = await startPushScenario()
  const keys = await Promise.all(
    [1, 2, 3, 4].flatMap(() => [
      app.call(getPushKey.student, { token: student.token }),
      app.call(getPushKey.advisor, { token: advisor.token }),
    ]),
  )
  expect(new Set(keys.map(({ body }) => body.key)).size).toBe(1)
  const kept = await app.context.db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', 'push-key')
    .execute()
  expect(kept).toEqual([{ value: expect.stringMatching(/^[\w-]{43}$/) }])
})

const notPublic = [
  'http://push.example.org/1',
  'https://user:secret@push.example.org/1',
  'https://push.example.org:8443/1',
  'https://127.0.0.1/1',
  'https://2130706433/1',
  'https://0x7f.1/1',
  'https://10.1.2.3/1',
  'https://172.16.0.1/1',
  'https://192.168.0.1/1',
  'https://169.254.169.254/latest/meta-data',
  'https://100.100.100.200/1',
  'https://168.63.129.16/1',
  'https://0.0.0.0/1',
  'https://224.0.0.1/1',
  'https://[::1]/1',
  'https://[::]/1',
  'https://[fe80::1]/1',
  'https://[fd00:ec2::254]/1',
  'https://[::ffff:10.0.0.1]/1',
  'https://[::10.0.0.1]/1',
  'https://[64:ff9b::a9fe:a9fe]/1',
  'https://[2002:7f00:1::]/1',
  'ftp://push.example.org/1',
  'push.example.org',
]

test('push endpoints must be https URLs on the public internet', async () => {
  const { student, put, countOf } = await startPushScenario()
  const message = 'A push service must have a public address that starts with https://'
  for (const endpoint of notPublic) {
    const { status, body } = await put('student', student.token, {
      endpoint,
      keys: makeFakeBrowser().keys,
    })
    expect({ endpoint, status, body }).toEqual({ endpoint, status: 400, body: { message } })
  }
  expect(await countOf('push_subscriptions')).toBe(0)
})

test('an invalid key and an endpoint that is too long are refused', async () => {
  const { student, put, countOf } = await startPushScenario()
  const { keys } = makeFakeBrowser()
  const endpoint = 'https://push.example.org/1'
  for (const wrong of [
    { endpoint, keys: { ...keys, p256dh: 'B'.repeat(87) } },
    { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
    { endpoint, keys: { ...keys, auth: `${keys.auth}=` } },
    { endpoint: `${endpoint}${'1'.repeat(1_000)}`, keys },
  ]) {
    expect((await put('student', student.token, wrong)).status).toBe(400)
  }
  expect(await countOf('push_subscriptions')).toBe(0)
  expect((await put('student', student.token, { endpoint, keys })).status).toBe(200)
})

test('it ends with the session: by sign-out here or elsewhere, or by a block', async () => {
  const { app, student, admin, subscribe, countOf } = await startPushScenario()
  const signInAndSubscribe = async (browser: string) => {
    const token = await openSession(app.context, student._id)
    await subscribe('student', token, browser)
    expect(await countOf('push_subscriptions')).toBe(1)
    return token
  }
  const { token } = student
  await app.call(logout.student, { token: await signInAndSubscribe('one') })
  expect(await countOf('push_subscriptions')).toBe(0)

  const second = await signInAndSubscribe('two')
  const own = (await app.call(listSessions.student, { token: second })).body
  const id = own.find(({ isThis }) => isThis)?._id ?? ''
  await app.call(endSession.student, { token, body: { id } })
  expect(await countOf('push_subscriptions')).toBe(0)

  await signInAndSubscribe('three')
  await app.call(endOtherSessions.student, { token })
  expect(await countOf('push_subscriptions')).toBe(0)

  await signInAndSubscribe('four')
  const blocked = { id: student._id, action: 'block' as const }
  await app.call(blockUnblock.student, { token: admin.token, body: blocked })
  expect(await countOf('push_subscriptions')).toBe(0)
})

test('only the person now signed in to a browser is notified there', async () => {
  const { app, student, advisor, subscribe, put } = await startPushScenario()
  const browser = await subscribe('student', student.token, 'shared')
  expect((await put('advisor', advisor.token, browser)).status).toBe(200)
  const whose = await app.context.db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select('sessions.person_id')
    .execute()
  expect(whose).toEqual([{ person_id: advisor._id }])
  const both = [put('student', student.token, browser), put('advisor', advisor.token, browser)]
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
})

test('an unused browser is notified for a week', async () => {
  const { app, student, move, service, deliver, subscribe, countOf } = await startPushScenario()
  await subscribe('student', student.token, 'phone')
  app.time.now += 30 * hourMs
  await openSession(app.context, student._id)
  expect(await countOf('push_subscriptions')).toBe(1)
  app.time.now -= 30 * hourMs
  await move()
  app.time.now += hourMs
  await deliver()
  expect(service.messages).toHaveLength(1)

  app.time.now += 7 * dayMs
  await deleteExpired(app.context, retentionRules)
  expect(await countOf('push_subscriptions')).toBe(0)
})
