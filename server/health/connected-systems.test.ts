import { expect, onTestFinished, test } from 'vitest'
import { getHealth, type HealthCheckName } from '#contract/health.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { startProvider } from '#test/oidc/provider.ts'
import { startWithCalendar } from '#test/private-calendar/school.ts'
import { insertDelivery, insertWebhook } from '#test/webhooks/factories.ts'

/** A school, and how an admin reads one line of its health. */
async function start() {
  const app = await startApp()
  const admin = await makePerson(app, 'admin')
  async function readLine(check: HealthCheckName) {
    const token = await openSession(app.context, admin._id)
    const { body } = await app.call(getHealth, { token })
    return body.lines.find((line) => line.check === check)
  }
  return { app, readLine }
}

test('an admin sees which webhooks fail, once they have done so for ten minutes', async () => {
  const { app, readLine } = await start()
  const line = () => readLine('webhooks')
  const { db } = app.context
  expect(await line()).toMatchObject({ isFine: true, said: 'None is failing.' })
  const [failing, off, byAdmin] = ['/failing', '/off', '/by-admin'].map((path) =>
    insertWebhook(app, { url: `https://hooks.school.test${path}` }),
  )
  const at = app.time.now
  await insertDelivery(app, String(await failing))
  await db
    .updateTable('webhook_deliveries')
    .set({ first_tried_at: at, due_at: at, failed_at: null })
    .execute()
  for (const [id, off_reason] of [
    [await off, 'gone'],
    [await byAdmin, 'by-admin'],
  ] as const) {
    const change = db.updateTable('webhooks').set({ off_at: at, off_reason })
    await change.where('id', '=', String(id)).execute()
  }
  expect(await line()).toMatchObject({
    isFine: false,
    said: '1 webhook was turned off after failing: hooks.school.test/off.',
  })
  app.time.now += 10 * minuteMs
  expect((await line())?.said).toBe(
    '1 webhook is failing: hooks.school.test/failing. 1 webhook was turned off after failing: hooks.school.test/off.',
  )
})

test('an admin sees whose API tokens expire soon, except those that were created for few days', async () => {
  const { app, readLine } = await start()
  const { time } = app
  const line = () => readLine('api-tokens')
  const ada = await makePerson(app, 'advisor', { name: 'Ada Berg' })
  const from = time.now
  for (const days of [3, 20, 40]) {
    await app.context.db
      .insertInto('api_tokens')
      .values({
        id: `token-${days}`,
        person_id: ada._id,
        name: `${days} days`,
        scopes: '["read"]',
        token_hash: `hash-${days}`,
        last_four: 'abcd',
        created_at: from,
        used_at: null,
        expires_at: from + days * dayMs,
      })
      .execute()
  }
  expect(await line()).toMatchObject({ isFine: true, said: 'None expires within 14 days.' })
  time.now += 6 * dayMs
  expect(await line()).toMatchObject({
    isFine: false,
    said: '1 token expires within 14 days, of Ada Berg.',
  })
  time.now += 15 * dayMs
  expect((await line())?.isFine).toBe(true)
})

test('an admin sees whether the OpenID provider responds, and the admin with a password can sign in', async () => {
  const { app, readLine } = await start()
  const line = () => readLine('single-sign-on')
  expect(await line()).toMatchObject({ isFine: true })
  const provider = await startProvider()
  onTestFinished(provider.stop)
  app.context.settings.oidc = provider.settings
  const well = { isFine: true, said: 'Keycloak responds and accepts the client.' }
  expect(await line()).toMatchObject(well)
  for (const mistyped of [{ clientId: 'weekwrad' }, { clientSecret: 'another' }]) {
    app.context.settings.oidc = { ...provider.settings, ...mistyped }
    expect(await line()).toMatchObject({
      isFine: false,
      said: expect.stringContaining('Keycloak does not accept Weekward: invalid_client'),
    })
  }
  const passwordAdmin = { email: 'nobody@school.test' }
  app.context.settings.oidc = { ...provider.settings, passwordAdmin }
  expect((await line())?.said).toBe('OIDC_ONLY names no admin who can sign in with a password.')
  provider.setAway(true)
  expect(await line()).toMatchObject({
    isFine: false,
    said: expect.stringContaining(
      `Keycloak does not respond as an OpenID provider at ${provider.issuer}`,
    ),
  })
})

test('an admin sees whose own calendar has not been readable for a day', async () => {
  const { app, server, save, read } = await startWithCalendar()
  const admin = await makePerson(app, 'admin')
  const line = async () => {
    const token = await openSession(app.context, admin._id)
    const { body } = await app.call(getHealth, { token })
    return body.lines.find(({ check }) => check === 'private-calendars')
  }
  server.answering.status = 500
  await save()
  await read()
  expect(await line()).toMatchObject({ isFine: true, said: 'Each can be read.' })
  app.time.now += dayMs
  expect(await line()).toMatchObject({
    isFine: false,
    said: expect.stringMatching(/^1 calendar could not be read for a day, of .+\.$/),
  })
})
