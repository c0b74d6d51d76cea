import { expect, test } from 'vitest'
import { savePrivateCalendar } from '#contract/availability/private-calendar.ts'
import { getOwnData, getPersonData } from '#contract/privacy/privacy.ts'
import { makePerson } from '#test/factories.ts'
import { startWithCalendar } from '#test/private-calendar/school.ts'

test.each([
  ['http://calendar.school.test/a.ics', 'Please enter an https:// or webcal:// address'],
  ['ftp://calendar.school.test/a.ics', 'Please enter an https:// or webcal:// address'],
  ['webcal://10.0.0.1/a.ics', 'This address is not on the public internet'],
  ['https://user:secret@calendar.school.test/', 'with a user name or password are not supported'],
  ['https://localhost/a.ics', 'This address is not on the public internet'],
  ['https://169.254.169.254/latest', 'This address is not on the public internet'],
])('%s is refused', async (url, message) => {
  const { save } = await startWithCalendar()
  const { status, body } = await save(url)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
})

test('the address is in no reply, in no audit entry and in no log', async () => {
  const { app, server, save, read, find, signIn } = await startWithCalendar()
  const url = 'webcal://nobody.invalid/private-token-xq7z/basic.ics'
  const replies = [await save(url), await find(), await save(), await find()]
  server.answering.status = 500
  app.time.now += 10_000
  await read()
  replies.push(await find())
  const key = { ...(await signIn()), key: 'again', body: { value: { url } } }
  replies.push(await app.call(savePrivateCalendar, key))
  const { db } = app.context
  const stored = await Promise.all([
    db.selectFrom('audit_log').selectAll().execute(),
    db.selectFrom('idempotency_keys').selectAll().execute(),
    db.selectFrom('notifications').selectAll().execute(),
  ])
  expect(JSON.stringify(stored)).toContain('nobody.invalid')
  expect(JSON.stringify([replies, stored, app.errors])).not.toContain('xq7z')
})

test('neither the reviewer’s own data nor what admins download of them has the address', async () => {
  const { app, reviewer, save, signIn } = await startWithCalendar()
  await save('https://nobody.invalid/private-token-xq7z/basic.ics')
  const { token } = await makePerson(app, 'admin')
  const own = await app.call(getOwnData.reviewer, await signIn())
  const forAdmin = await app.call(getPersonData, { token, query: { id: reviewer._id } })
  for (const { status, body } of [own, forAdmin]) {
    expect(status).toBe(200)
    const text = JSON.stringify(body)
    expect(text).toContain('private_calendars')
    expect(text).not.toContain('xq7z')
  }
})
