import { expect, test } from 'vitest'
import { addPerson, setPassword, setProfile, updatePassword } from '#contract/accounts/accounts.ts'
import { addDomain, listDomains } from '#contract/domains/domains.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listPeople } from '#contract/people/people.ts'
import { invitePerson, makeProfileCompletion, onboard, password } from '#test/accounts/onboard.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

const key = '0b9e8a52-54b5-4e3a-9d8c-5b8c0d3f6a11'

async function start() {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const names = async () => (await app.call(listDomains, { token })).body.map(({ name }) => name)
  const add = (name: string, more: { key?: string; token?: string } = {}) =>
    app.call(addDomain, { token, key, body: { name }, ...more })
  return { app, token, names, add }
}

test('a call repeated with the same key is executed once and gets the same reply', async () => {
  const { app, token } = await start()
  const body = { name: 'Ada Nwosu', email: 'ada@school.test' }

  const first = await app.call(addPerson.student, { token, key, body })
  const second = await app.call(addPerson.student, { token, key, body })

  expect(first.status).toBe(200)
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  expect(second).toMatchObject({ status: 200, body: first.body })
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect((await app.call(listPeople.student, { token })).body).toHaveLength(1)
  const mails = await app.context.db.selectFrom('outbox').select('id').execute()
  expect(mails).toHaveLength(1)
})

test('of ten concurrent calls with one key, one is executed and all get its reply', async () => {
  const { add, names } = await start()
  const replies = await Promise.all(Array.from({ length: 10 }, () => add('Robotics')))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(replies.map(({ body }) => body.domain._id)).size).toBe(1)
  expect(await names()).toEqual(['Robotics'])
})

test('a key that was used for another call is refused, and nothing changes', async () => {
  const { app, token, add, names } = await start()
  await add('Robotics')
  const otherBody = await add('Painting')
  const otherCall = await app.call(addPerson.student, {
    token,
    key,
    body: { name: 'Ada', email: 'ada@school.test' },
  })
  for (const { status, body } of [otherBody, otherCall]) {
    expect(status).toBe(422)
    expect(body).toEqual({ message: 'This Idempotency-Key was already used for another call' })
  }
  expect(await names()).toEqual(['Robotics'])
  expect((await app.call(listPeople.student, { token })).body).toEqual([])
})

test('a key belongs to its session: in another one it is new', async () => {
  const { app, add, names } = await start()
  const other = await makePerson(app, 'admin')
  await add('Robotics')
  expect((await add('Painting', { token: other.token })).status).toBe(200)
  expect(await names()).toEqual(['Painting', 'Robotics'])
})

test('after 24 hours a key is new', async () => {
  const { app, add, names } = await start()
  await add('Robotics')
  // Looking on keeps the session alive.
  app.time.now += 12 * hourMs
  await names()
  app.time.now += 12 * hourMs - 1
  expect((await add('Robotics')).headers['idempotency-replayed']).toBe('true')
  app.time.now += 1
  expect((await add('Robotics')).body).toEqual({ message: 'This domain already exists' })
})

test('a stored refusal is repeated, even if the call could succeed by now', async () => {
  const { app, add } = await start()
  await add('Robotics', { key: 'the first' })
  const refused = await add('Robotics')
  await app.context.db.deleteFrom('domains').execute()
  expect(refused.status).toBe(409)
  expect(await add('Robotics')).toMatchObject({ status: 409, body: refused.body })
  expect((await add('Robotics', { key: 'another' })).status).toBe(200)
})

test('refusals without a session are not stored', async () => {
  const app = await startApp()
  const asked = { params: { id: 'no-such-link' }, body: { password } }
  for (const one of ['first', 'second']) {
    const refused = await app.call(setPassword.student, { ...asked, key: one })
    expect(refused.status).toBe(404)
  }
  expect(await app.context.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
})

test('a repeated change of password succeeds although the old password is no longer valid', async () => {
  const app = await startApp()
  const token = await openSession(app.context, (await onboard(app, 'student'))._id)
  const body = { oldpass: password, newpass: 'another horse' }
  for (const _ of [1, 2]) {
    expect(await app.call(updatePassword.student, { token, key, body })).toMatchObject({
      status: 200,
      body: { message: 'password update successfully.' },
    })
  }
})

test('completing a profile twice with one key gets the same reply', async () => {
  const app = await startApp()
  const { secret } = await invitePerson(app, 'student')
  const params = { id: secret }
  await app.call(setPassword.student, { key, params, body: { password } })
  const body = await makeProfileCompletion(app)
  for (const _ of [1, 2]) {
    const { status } = await app.call(setProfile.student, { key: 'second', params, body })
    expect(status).toBe(200)
  }
})

test('a stored reply cannot be read in the database', async () => {
  const { app, token } = await start()
  const body = { name: 'Ada Nwosu', email: 'ada@school.test' }
  const reply = await app.call(addPerson.student, { token, key, body })
  const kept = await app.context.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(kept).toHaveLength(1)
  const secret = reply.body.inviteUrl?.split('/').at(-1) ?? ''
  for (const readable of [secret, key, token, 'User added']) {
    expect(JSON.stringify(kept)).not.toContain(readable)
  }
})

test('an empty or too long key is refused', async () => {
  const { add, names } = await start()
  for (const wrong of ['', 'x'.repeat(201)]) {
    const { status, body } = await add('Robotics', { key: wrong })
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: 'An Idempotency-Key has 1 to 200 characters' })
  }
  expect(await names()).toEqual([])
})
