import { expect, test } from 'vitest'
import { callClientEvents } from '#contract/calls/calls.ts'
import { addDomain } from '#contract/domains/domains.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import { roles } from '#contract/roles.ts'
import { editTask } from '#contract/tasks/tasks.ts'
import { startApp } from '#test/app.ts'
import { endpoints } from '#test/endpoints.ts'
import { makePerson } from '#test/factories.ts'
import { makeJoinedReview, startLiveApp } from '#test/live-app.ts'

const cannotBeSaved = 'This contains a character that cannot be saved'
/** What PostgreSQL refuses and SQLite would take, and what each of them would change. */
const unstorable = ['a\0b', 'a\ud800b', 'a\udfff']

test.each(unstorable)(
  '%j in any body is refused by every call, and nothing changes',
  async (text) => {
    const app = await startApp()
    const tokens = new Map<unknown, string | undefined>([[null, undefined]])
    for (const role of roles) tokens.set(role, (await makePerson(app, role)).token)
    const before = await app.context.db.selectFrom('audit_log').selectAll().execute()
    for (const [name, { method, path, role, body, bodyIn }] of endpoints) {
      if (!body) continue
      const url = toUrl({ path }, { id: 'any' })
      for (const given of [
        { value: [{ more: text }] },
        { [text]: 1 },
        { [bodyIn ?? 'id']: { a: text } },
      ]) {
        const reply = await app.send<{ message: string }>(method, url, {
          token: tokens.get(role),
          body: given,
        })
        expect({ name, status: reply.status, message: reply.body.message }).toEqual({
          name,
          status: 400,
          message: cannotBeSaved,
        })
      }
    }
    expect(await app.context.db.selectFrom('audit_log').selectAll().execute()).toEqual(before)
  },
)

test('text that cannot be stored is refused in a path, a header and a cursor too', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const cursor = Buffer.from(JSON.stringify(['a\0', 'b'])).toString('base64url')
  for (const url of [
    '/admin/all-student?search=a%00b',
    `/admin/all-student?cursor=${cursor}`,
    '/admin/student?id=%00',
    '/get-domaim-info/%00',
  ]) {
    expect({ url, ...(await app.send('GET', url, { token })) }).toMatchObject({ url, status: 400 })
  }
  const body = { name: 'Web' }
  expect(await app.call(addDomain, { token, body, key: 'a\0b' })).toMatchObject({
    status: 400,
    body: { errors: { 'idempotency-key': cannotBeSaved } },
  })
})

test('the reply names the field, and surrogate pairs are accepted', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const add = (name: string) => app.call(addDomain, { token, body: { name } })
  expect((await add('a\0b')).body).toEqual({
    message: cannotBeSaved,
    errors: { name: cannotBeSaved },
  })
  expect((await add('Web 🧑‍💻')).status).toBe(200)
})

test('a socket event with such a text is refused', async () => {
  const app = await startLiveApp()
  const { room, student } = await makeJoinedReview(app)
  for (const text of unstorable) {
    expect(await student.send(callClientEvents.chat, { room, text })).toEqual({
      ok: false,
      message: 'Please check what you entered',
    })
  }
  expect(await app.context.db.selectFrom('chat_lines').selectAll().execute()).toEqual([])
})

test.each([
  ['10,000 empty objects in a list', Array(10_000).fill({})],
  ['80,000 in a list', Array(80_000).fill({})],
  ['as many as a task can be named in', Array(30).fill({})],
  ['80,000 in lists of lists', Array(80).fill({ technicalWorkouts: Array(1_000).fill(1) })],
  ['lists that lie 60,000 deep', JSON.parse('['.repeat(60_000) + ']'.repeat(60_000))],
])('%s cost a reply of a few kilobytes', async (_what, value) => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const reply = await app.send('PUT', editTask.path, { token, body: { value } })
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body).length).toBeLessThan(12_000)
})
