import { expect, test } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { webhookRetryGapsMs } from '#contract/limits/webhooks.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { openDatabase } from '#server/database/connect.ts'
import { inTransaction } from '#server/kit/context.ts'
import { openSession } from '#test/accounts/session.ts'
import { makeRefuseRows } from '#test/databases/refuse-rows.ts'
import { makePerson } from '#test/factories.ts'
import { startSchoolWithWebhook } from '#test/webhooks/start-school.ts'
import { verifySignature } from '#test/webhooks/verify-signature.ts'
import { publishEvent } from './actions.ts'
import { deliveryClaimMs } from './deliverer.ts'
import { claimDelivery } from './delivery-queries.ts'
import { switchWebhookOff } from './switch-off.ts'

test('an event is sent once, signed by Standard Webhooks, as the API shows the review', async () => {
  const { app, id, receiver, hook, move, deliver, deliveries, seen, reviewer } =
    await startSchoolWithWebhook()
  const { id: webhook, secret } = await hook()
  await move()
  await deliver()
  await deliver()
  const [received, ...more] = receiver.received
  if (!received) throw new Error('nothing was sent')
  expect(more).toEqual([])
  const timestamp = new Date(app.time.now).toISOString()
  const shown = await seen()
  const previous = { reviewer: { _id: reviewer._id, name: reviewer.name } }
  const data = { ...shown, mark: null, previous: expect.objectContaining(previous) }
  expect(verifySignature(secret, received, app.time.now)).toEqual({
    type: 'review.moved',
    timestamp,
    data,
  })
  expect(() =>
    verifySignature(secret, { ...received, body: `${received.body} ` }, app.time.now),
  ).toThrow()
  expect(received.headers['content-type']).toBe('application/json; charset=utf-8')
  const [logged] = await deliveries(webhook)
  expect(logged).toMatchObject({
    event: 'review.moved',
    state: 'delivered',
    tries: 1,
    error: null,
    nextTryAt: null,
    eventId: received.headers['webhook-id'],
    request: {
      body: received.body,
      headers: { 'webhook-signature': received.headers['webhook-signature'] },
    },
    answer: { status: 204, text: '' },
  })
  expect(shown?._id).toBe(id)
})

test('a change that is rolled back notifies nobody', async () => {
  const { app, receiver, hook, deliver, deliveries } = await startSchoolWithWebhook()
  const { id } = await hook()
  const broken = inTransaction(app.context, async (tx) => {
    const data = { _id: 'x', date: '', slot_date: '', slot_time: '', isBooked: false, startsAt: '' }
    const reviewer = { _id: 'y', name: '' }
    await publishEvent(tx, 'slot.added', 'x', async () => ({ ...data, reviewer }))
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  await deliver()
  expect([receiver.received, await deliveries(id)]).toEqual([[], []])
})

test('events of a review arrive in their order, also when the first one fails', async () => {
  const { app, id, receiver, hook, move, undo, cancel, deliver, arrived } =
    await startSchoolWithWebhook()
  await hook()
  await move()
  await undo('advisor')
  receiver.answering.status = 500
  await deliver()
  await cancel('advisor')
  await deliver()
  expect(arrived()).toEqual([`review.moved ${id}`])
  receiver.answering.status = 200
  receiver.received.splice(0)
  app.time.now += minuteMs
  await deliver()
  expect(arrived()).toEqual(
    ['review.moved', 'review.moved', 'review.cancelled'].map((e) => `${e} ${id}`),
  )
  const [first, second] = receiver.received.map(({ event }) => event.data.startsAt)
  expect(Date.parse(String(first))).toBeGreaterThan(Date.parse(String(second)))
})

test('a review whose event fails holds up no other', async () => {
  const { app, receiver, hook, deliver, move, arrived, admin } = await startSchoolWithWebhook()
  await hook()
  await move()
  receiver.answering.answer = (response, { event }) =>
    response.writeHead(event.type === 'review.moved' ? 500 : 200).end()
  await deliver()
  const body = { name: 'Ana', email: 'ana@new.test' }
  await app.call(addPerson.student, { token: admin.token, body })
  await deliver()
  expect(arrived().map((line) => line.split(' ')[0])).toEqual([
    ...['review.moved', 'person.added', 'student.added'],
  ])
})

test('an event is tried for three days with growing gaps, by one id, then all admins are notified', async () => {
  const { app, receiver, hook, move, deliver, deliveries, webhooks, admin } =
    await startSchoolWithWebhook()
  const otherAdmin = await makePerson(app, 'admin')
  await makePerson(app, 'admin', { blocked: true })
  const { id: webhook } = await hook()
  await move()
  const since = app.time.now
  receiver.answering.status = 503
  const tries: number[] = []
  const rows = app.context.db.selectFrom('webhook_deliveries').select('due_at')
  for (;;) {
    const before = receiver.received.length
    await deliver()
    if (receiver.received.length > before) tries.push(app.time.now - since)
    const next = await rows.executeTakeFirst()
    if (!next?.due_at) break
    app.time.now = next.due_at
  }
  const gaps = tries.map((at, place) => at - (tries[place - 1] ?? 0)).slice(1)
  expect(gaps.slice(0, 8)).toEqual(webhookRetryGapsMs.slice(0, 8))
  expect(tries.at(-1)).toBe(3 * dayMs)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const address = receiver.url.replace('http://', '')
  expect(await webhooks()).toMatchObject([
    { off: { reason: 'failing', at: new Date(app.time.now).toISOString() }, failingSince: null },
  ])
  for (const reader of [admin, otherAdmin]) {
    // Their sessions have ended by now.
    const token = await openSession(app.context, reader._id)
    const { body } = await app.call(listNotifications.admin, { token, query: {} })
    expect(body.map(({ kind, text }) => [kind, text])).toEqual([
      ['webhook-off', expect.stringContaining(`The webhook to ${address} was turned off`)],
    ])
  }
  expect(await deliveries(webhook)).toMatchObject([
    { state: 'failed', tries: tries.length, error: 'Responded with 503', answer: { status: 503 } },
  ])
})

test('the notification of a webhook that accepted other events says that one was not delivered', async () => {
  const { app, receiver, hook, move, deliver, deliveries, admin } = await startSchoolWithWebhook()
  const { id } = await hook(['review.moved', 'person.added'])
  receiver.answering.answer = (response, { event }) =>
    response.writeHead(event.type === 'review.moved' ? 500 : 200).end()
  await move()
  await deliver()
  const body = { name: 'Ana', email: 'ana@new.test' }
  await app.call(addPerson.student, { token: admin.token, body })
  await deliver()
  app.time.now += 3 * dayMs
  await deliver()
  expect(await deliveries(id)).toMatchObject([
    { event: 'person.added', state: 'delivered' },
    { event: 'review.moved', state: 'failed', tries: 2, error: 'Responded with 500' },
  ])
  const token = await openSession(app.context, admin._id)
  const { body: notifications } = await app.call(listNotifications.admin, { token, query: {} })
  expect(notifications[0]?.text).toContain(
    'was turned off: an event could not be delivered for 3 days.',
  )
})

test('while a webhook is off, nothing is kept for it, and what waited is given up', async () => {
  const { app, receiver, hook, move, undo, deliver, deliveries } = await startSchoolWithWebhook()
  const { id } = await hook()
  await move()
  await inTransaction(app.context, (tx) => switchWebhookOff(tx, id, 'by-admin'))
  await undo('advisor')
  await deliver()
  expect(receiver.received).toEqual([])
  expect(await deliveries(id)).toMatchObject([
    { state: 'failed', tries: 0, error: 'The webhook was turned off' },
  ])
})

test('a receiver that is gone (410) is switched off at once', async () => {
  const { receiver, hook, move, deliver, webhooks } = await startSchoolWithWebhook()
  await hook()
  await move()
  receiver.answering.status = 410
  await deliver()
  expect(await webhooks()).toMatchObject([{ off: { reason: 'gone' } }])
})

test('an event is not given up without its webhook being switched off', async () => {
  const { app, receiver, hook, move, deliver, deliveries, webhooks } =
    await startSchoolWithWebhook()
  const { id } = await hook()
  await move()
  receiver.answering.status = 410
  const onOnly = { table: 'webhooks', column: 'off_at', allowed: 'is null' }
  const { refuse, allow } = makeRefuseRows(app, onOnly)
  await refuse()
  await expect(deliver()).rejects.toMatchObject({ err: expect.anything() })
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', tries: 1 }])
  // Not again and again meanwhile.
  app.time.now += deliveryClaimMs
  await deliver()
  expect(receiver.received).toHaveLength(1)
  await allow()
  app.time.now += dayMs
  await deliver()
  expect(await webhooks()).toMatchObject([{ off: { reason: 'gone' } }])
})

test('Retry-After of a receiver is honoured', async () => {
  const { app, receiver, hook, move, deliver } = await startSchoolWithWebhook()
  await hook()
  await move()
  Object.assign(receiver.answering, { status: 429, headers: { 'retry-after': '600' } })
  await deliver()
  app.time.now += 9 * minuteMs
  await deliver()
  expect(receiver.received).toHaveLength(1)
  app.time.now += minuteMs
  await deliver()
  expect(receiver.received).toHaveLength(2)
})

test('simultaneous processes send it once; a claim of one that died ends', async () => {
  const { app, receiver, hook, move, undo, deliver } = await startSchoolWithWebhook()
  await hook()
  await move()
  const others = [1, 2, 3].map(() => openDatabase(app.address))
  await Promise.all(others.map((db) => deliver({ ...app.context, db })))
  for (const db of others) await db.destroy()
  expect(receiver.received).toHaveLength(1)

  await undo('advisor')
  const { db } = app.context
  const rows = db.selectFrom('webhook_deliveries').select('id').where('due_at', 'is not', null)
  const { id } = await rows.executeTakeFirstOrThrow()
  await claimDelivery(db, { id, now: app.time.now, until: app.time.now + deliveryClaimMs })
  await deliver()
  expect(receiver.received).toHaveLength(1)
  app.time.now += deliveryClaimMs
  await deliver()
  expect(receiver.received).toHaveLength(2)
})

test('a slow receiver delays only its own events', async () => {
  const { app, receiver, hook, move, deliver } = await startSchoolWithWebhook()
  const [slow, quick] = [await hook(), await hook()]
  const held: (() => void)[] = []
  const [answered, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  receiver.answering.answer = async (response, one) => {
    const isFor = (secret: string) => {
      try {
        return Boolean(verifySignature(secret, one, app.time.now))
      } catch {
        return false
      }
    }
    if (isFor(quick.secret)) {
      await arrived.promise
      response.end()
      answered.resolve()
    } else {
      held.push(() => response.end())
      arrived.resolve()
    }
  }
  await move()
  const sent = deliver()
  await answered.promise
  for (const end of held) end()
  await sent
  expect(slow.id).not.toBe(quick.id)
  expect(receiver.received).toHaveLength(2)
})

test('a redirect is not followed, and the log keeps only the beginning of an answer', async () => {
  const { receiver, hook, move, deliver, deliveries } = await startSchoolWithWebhook()
  const { id } = await hook()
  await move()
  Object.assign(receiver.answering, {
    status: 307,
    headers: { location: `${receiver.origin}/elsewhere` },
    body: 'no\0 '.repeat(100_000),
  })
  await deliver()
  expect(receiver.received).toHaveLength(1)
  const [logged] = await deliveries(id)
  expect(logged).toMatchObject({ state: 'waiting', error: 'Redirects are not followed' })
  expect(logged?.answer?.text).toHaveLength(1500)
})
