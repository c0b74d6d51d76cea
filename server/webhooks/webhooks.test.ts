import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { webhookDeliveryDays, webhooksMax } from '#contract/limits/webhooks.ts'
import { resendDelivery, testWebhook } from '#contract/webhooks/deliveries.ts'
import { addWebhook, editWebhook, removeWebhook } from '#contract/webhooks/webhooks.ts'
import { deleteExpired } from '#server/kit/ops/retention.ts'
import { retentionRules } from '#server/retention.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { unknownHost } from '#test/webhooks/factories.ts'
import { startSchoolWithWebhook } from '#test/webhooks/start-school.ts'
import { verifySignature } from '#test/webhooks/verify-signature.ts'

test('the secret is in the first reply alone, and never in the audit log', async () => {
  const { app, token, hook, webhooks, receiver, admin } = await startSchoolWithWebhook()
  const { id, secret } = await hook(['review.booked', 'slot.added'])
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(await webhooks()).toEqual([
    {
      _id: id,
      url: receiver.url,
      events: ['review.booked', 'slot.added'],
      createdAt: new Date(app.time.now).toISOString(),
      addedBy: { _id: admin._id, name: admin.name, token: null },
      off: null,
      failingSince: null,
      lastDelivery: null,
    },
  ])
  const { body: lines } = await app.call(listAuditLog, { token })
  expect(lines[0]).toMatchObject({ deed: 'webhook-added', after: { secret: '…' } })
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test.each([
  ['http://hooks.school.test/x', 'Please enter an https:// address'],
  ['hooks.school.test', 'Please enter an https:// address'],
  ['ftp://hooks.school.test', 'Please enter an https:// address'],
  ['https://127.0.0.1/x', 'Please enter a public address'],
  ['https://[::1]/x', 'Please enter a public address'],
  ['https://[::ffff:10.0.0.1]/x', 'Please enter a public address'],
  ['https://169.254.169.254/latest', 'Please enter a public address'],
  ['https://2130706433/x', 'Please enter a public address'],
  ['https://localhost/x', 'Please enter a public address'],
  ['https://chat.local/x', 'Please enter a public address'],
  ['https://hook/x', 'Please enter a public address'],
  ['https://user:password@hooks.school.test/x', 'Please leave out the user name and password'],
])('the address %s is refused: %s', async (url, message) => {
  const { app, token } = await startSchoolWithWebhook()
  const body = { value: { url, events: ['slot.added' as const] } }
  const refused = await app.call(addWebhook, { token, body })
  expect(refused).toMatchObject({ status: 400, body: { message } })
})

test('a webhook says by which API token it was added, also once that is revoked', async () => {
  const { app, admin, receiver, webhooks } = await startSchoolWithWebhook()
  const { token, name } = await makeApiToken(app, admin._id, { scopes: ['manage webhooks'] })
  const value = { url: receiver.url, events: ['slot.added' as const] }
  expect((await app.call(addWebhook, { token, body: { value } })).status).toBe(200)
  await app.context.db.deleteFrom('api_tokens').execute()
  expect(await webhooks()).toMatchObject([
    { addedBy: { _id: admin._id, name: admin.name, token: name } },
  ])
})

test('a webhook whose host cannot be found is saved, with a warning', async () => {
  const { app, token, hook } = await startSchoolWithWebhook()
  const url = `https://${unknownHost}/x`
  const warning = expect.stringMatching(/^(There is no host|The host name).+ Check the address\.$/)
  const value = { url, events: ['slot.added' as const] }
  const added = await app.call(addWebhook, { token, body: { value } })
  expect(added).toMatchObject({ status: 200, body: { warning, webhook: { url } } })
  const { id: _id } = await hook()
  const edited = await app.call(editWebhook, { token, body: { value: { _id, url } } })
  expect(edited).toMatchObject({ status: 200, body: { warning, webhook: { url } } })
})

test('a webhook has events that exist, and a school has not too many webhooks', async () => {
  const { app, token, hook, receiver } = await startSchoolWithWebhook()
  for (const events of [[], ['review.eaten']]) {
    const body = { value: { url: receiver.url, events } }
    expect((await app.send('POST', '/admin/webhooks', { token, body })).status).toBe(400)
  }
  for (let count = 0; count < webhooksMax; count++) await hook()
  const body = { value: { url: receiver.url, events: ['slot.added' as const] } }
  expect((await app.call(addWebhook, { token, body })).status).toBe(409)
})

test('a new secret signs at once; the old one signs too for a day', async () => {
  const { app, token, receiver, hook, move, undo, deliver } = await startSchoolWithWebhook()
  const { id, secret: old } = await hook()
  const body = { value: { _id: id, rollSecret: true } }
  const rolled = await app.call(editWebhook, { token, body })
  const secret = rolled.body.secret ?? ''
  expect(secret).not.toBe(old)
  await move()
  await deliver()
  app.time.now += dayMs
  await app.context.db.updateTable('sessions').set({ used_at: app.time.now }).execute()
  await undo('advisor')
  await app.call(testWebhook, { token, body: { value: { _id: id } } })
  const [first, later] = receiver.received
  if (!first || !later) throw new Error('nothing was sent')
  for (const known of [secret, old]) verifySignature(known, first, app.time.now - dayMs)
  verifySignature(secret, later, app.time.now)
  expect(() => verifySignature(old, later, app.time.now)).toThrow('No matching signature found')
})

test('several new secrets within a day leave the earlier ones valid for a day', async () => {
  const { app, token, receiver, hook } = await startSchoolWithWebhook()
  const { id: _id, secret: first } = await hook()
  const roll = async () => {
    const body = { value: { _id, rollSecret: true } }
    return (await app.call(editWebhook, { token, body })).body.secret ?? ''
  }
  const sendAndVerify = async (secret: string) => {
    await app.call(testWebhook, { token, body: { value: { _id } } })
    const sent = receiver.received.at(-1)
    if (!sent) throw new Error('nothing was sent')
    return verifySignature(secret, sent, app.time.now)
  }
  const [second, third] = [await roll(), await roll()]
  for (const known of [first, second, third]) await sendAndVerify(known)
  // Another new secret does not keep the earlier ones valid for longer.
  app.time.now += dayMs - hourMs
  await app.context.db.updateTable('sessions').set({ used_at: app.time.now }).execute()
  await sendAndVerify(first)
  const fourth = await roll()
  app.time.now += hourMs
  await expect(sendAndVerify(first)).rejects.toThrow('No matching signature found')
  app.time.now += dayMs
  await app.context.db.updateTable('sessions').set({ used_at: app.time.now }).execute()
  const fifth = await roll()
  for (const known of [fourth, fifth]) await sendAndVerify(known)
  await expect(sendAndVerify(first)).rejects.toThrow('No matching signature found')
})

test('a webhook that is edited sends its new events to its new address, and can be off', async () => {
  const { app, token, receiver, hook, move, cancel, deliver, arrived, webhooks, id } =
    await startSchoolWithWebhook()
  const { id: _id } = await hook(['slot.added'])
  const edit = (value: object) =>
    app.call(editWebhook, { token, body: { value: { _id, ...value } } })
  const { status, body } = await edit({ url: `${receiver.url}/2`, events: ['review.moved'] })
  expect([status, 'secret' in body]).toEqual([200, false])
  await move()
  await deliver()
  expect(arrived()).toEqual([`review.moved ${id}`])
  expect((await edit({ isOn: false })).body.webhook.off).toMatchObject({ reason: 'by-admin' })
  await cancel('advisor')
  expect((await edit({ isOn: true })).body.webhook.off).toBeNull()
  await deliver()
  expect(arrived()).toHaveLength(1)
  expect((await webhooks())[0]?.lastDelivery).toMatchObject({ state: 'delivered' })
  expect((await edit({ url: 'https://10.0.0.1/' })).status).toBe(400)
})

test('a webhook that is removed is gone with its log', async () => {
  const { app, token, hook, move, deliver, receiver, webhooks } = await startSchoolWithWebhook()
  const { id: _id } = await hook()
  await move()
  const body = { value: { _id } }
  expect((await app.call(removeWebhook, { token, body })).status).toBe(200)
  expect((await app.call(removeWebhook, { token, body })).status).toBe(404)
  await deliver()
  expect([receiver.received, await webhooks()]).toEqual([[], []])
  const rows = await app.context.db.selectFrom('webhook_deliveries').selectAll().execute()
  expect(rows).toEqual([])
})

test('a test event is sent at once, also to a webhook that is off, and is not repeated', async () => {
  const { app, token, receiver, hook, deliver } = await startSchoolWithWebhook()
  const { id, secret } = await hook()
  const body = { value: { _id: id } }
  await app.call(editWebhook, { token, body: { value: { _id: id, isOn: false } } })
  const sent = await app.call(testWebhook, { token, body })
  expect(sent.body).toMatchObject({
    message: 'Delivered.',
    delivery: { event: 'webhook.test', state: 'delivered' },
  })
  const [received] = receiver.received
  if (!received) throw new Error('nothing was sent')
  expect(verifySignature(secret, received, app.time.now)).toMatchObject({
    type: 'webhook.test',
    data: { _id: id },
  })
  receiver.answering.status = 500
  const failed = await app.call(testWebhook, { token, body })
  expect(failed.body).toMatchObject({ delivery: { state: 'failed', error: 'Responded with 500' } })
  app.time.now += dayMs / 2
  await deliver()
  expect(receiver.received).toHaveLength(2)
})

test('an event is sent again by hand with the same id; one that waits becomes due at once', async () => {
  const { app, token, receiver, hook, move, deliver, deliveries } = await startSchoolWithWebhook()
  const { id } = await hook()
  const resend = async () => {
    const [newest] = await deliveries(id)
    return app.call(resendDelivery, { token, body: { value: { _id: newest?._id ?? '' } } })
  }
  await move()
  receiver.answering.status = 500
  await deliver()
  await deliver()
  expect(receiver.received).toHaveLength(1)
  expect((await resend()).body).toMatchObject({ message: 'It is on its way.' })
  receiver.answering.status = 200
  await deliver()
  expect((await resend()).body).toMatchObject({ delivery: { state: 'delivered', tries: 1 } })
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([3, 1])
  expect(await deliveries(id)).toMatchObject([
    { state: 'delivered', tries: 1, isResend: true },
    { state: 'delivered', tries: 2, isResend: false },
  ])
  await app.call(editWebhook, { token, body: { value: { _id: id, isOn: false } } })
  expect((await resend()).status).toBe(409)
})

test('an event that waits for an earlier one says so, and sending it again does not pretend', async () => {
  const { app, token, receiver, hook, move, undo, deliver, deliveries } =
    await startSchoolWithWebhook()
  const { id } = await hook()
  await move()
  await undo('advisor')
  receiver.answering.status = 500
  await deliver()
  const before = await deliveries(id)
  expect(before).toMatchObject([
    { isBlocked: true, tries: 0 },
    { isBlocked: false, tries: 1 },
  ])
  const body = { value: { _id: before[0]?._id ?? '' } }
  const { body: sent } = await app.call(resendDelivery, { token, body })
  expect(sent.message).toBe('It is waiting for an earlier event.')
  await deliver()
  expect(await deliveries(id)).toEqual(before)
  expect(receiver.received).toHaveLength(1)
})

test('the audit log says which webhook was changed', async () => {
  const { app, token, hook, receiver } = await startSchoolWithWebhook()
  const { id } = await hook()
  await app.call(editWebhook, { token, body: { value: { _id: id, isOn: false } } })
  const { body: lines } = await app.call(listAuditLog, { token, query: { kind: 'webhooks' } })
  const address = receiver.url.replace('http://', '')
  const about = { kind: 'webhooks', _id: id, name: address }
  expect(lines).toMatchObject([
    { deed: 'webhook-switched-off', about },
    { deed: 'webhook-added', about },
  ])
})

test('the audit log and the log of deliveries hold no address whole, which may be a secret', async () => {
  const { app, token, receiver, hook, deliveries } = await startSchoolWithWebhook()
  const { id: _id } = await hook()
  const edit = (path: string) =>
    app.call(editWebhook, { token, body: { value: { _id, url: receiver.origin + path } } })
  await edit('/services/a-secret-1234')
  await edit('/services/b-secret-1234')
  await app.call(testWebhook, { token, body: { value: { _id } } })
  const sent = await deliveries(_id)
  await app.call(removeWebhook, { token, body: { value: { _id } } })
  const { body: lines } = await app.call(listAuditLog, { token, query: { kind: 'webhooks' } })
  const { host } = new URL(receiver.origin)
  const [first, short] = [`${host}/hook`, `${host}/…1234`]
  expect(lines.map(({ before, after }) => [before?.url, after?.url])).toEqual([
    [short, undefined],
    [undefined, undefined],
    [short, short],
    [first, short],
    [undefined, first],
  ])
  expect([sent.length, JSON.stringify([sent, lines]).includes('secret-1')]).toEqual([1, false])
})

test('the log is kept for a month', async () => {
  const { app, hook, move, deliver } = await startSchoolWithWebhook()
  await hook()
  await move()
  await deliver()
  app.time.now += webhookDeliveryDays * dayMs - minuteMs
  await deleteExpired(app.context, retentionRules)
  const rows = () => app.context.db.selectFrom('webhook_deliveries').select('id').execute()
  expect(await rows()).toHaveLength(1)
  app.time.now += minuteMs
  await deleteExpired(app.context, retentionRules)
  expect(await rows()).toEqual([])
})
