import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { blockUnblock, logout, updatePassword } from '#contract/accounts/accounts.ts'
import { endToken } from '#contract/accounts/api-tokens.ts'
import { setSecondFactorRoles } from '#contract/accounts/second-factor.ts'
import { tokenNotValidMessage } from '#contract/kit/refusal.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { getProfile } from '#contract/people/profile.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp, type TestApp } from '#test/app.ts'

const ended = { success: false, Auth: false, message: expect.stringContaining('has ended') }
const contact = { number: '5550009999', address: 'Sent too late' }

async function start() {
  const app = await startApp()
  const url = new URL(await app.app.listen({ host: '127.0.0.1', port: 0 }))
  const student = await onboard(app, 'student')
  const token = await openSession(app.context, student._id)
  return { app, url, student, token }
}

/** Begins a call whose body is still to come, once its session has been found. */
async function begin({ url, token }: { url: URL; token: string }, path: string, body: unknown) {
  const text = JSON.stringify(body)
  const socket = connect(Number(url.port), url.hostname)
  onTestFinished(() => void socket.destroy())
  let answer = ''
  const come = { look: () => {} }
  const until = (done: () => boolean) =>
    new Promise<void>((resolve) => {
      come.look = () => done() && resolve()
      come.look()
    })
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part
    come.look()
  })
  const headers = [
    ...[`PUT ${path} HTTP/1.1`, `host: ${url.host}`, `authorization: ${token}`],
    ...['content-type: application/json', `content-length: ${text.length}`],
    ...['expect: 100-continue', 'connection: close', '', ''],
  ]
  socket.write(headers.join('\r\n'))
  await until(() => answer.includes('100 Continue'))
  answer = ''
  socket.write(text.slice(0, 5))
  // Another call with the same token is answered only after the first one’s session was looked up.
  await fetch(new URL('/profile', url), { headers: { authorization: token } })
  return async () => {
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(text.slice(5))
    await closed
    const [head = '', reply = ''] = answer.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), body: JSON.parse(reply) }
  }
}

async function readAddress(app: TestApp, id: string) {
  const person = app.context.db.selectFrom('people').select('address').where('id', '=', id)
  return (await person.executeTakeFirstOrThrow()).address
}

test('a call that finishes after its person was blocked is not carried out', async () => {
  const { app, student, ...caller } = await start()
  const end = await begin(caller, '/edit-profile', contact)
  const block = { id: student._id, action: 'block' as const }
  const { status } = await app.call(blockUnblock.student, {
    token: student.adminToken,
    body: block,
  })
  expect(status).toBe(200)
  expect(await end()).toEqual({ status: 401, body: ended })
  expect(await readAddress(app, student._id)).not.toBe(contact.address)
})

test('a call that finishes after its person signed out is not carried out', async () => {
  const { app, student, ...caller } = await start()
  const end = await begin(caller, '/edit-profile', contact)
  expect((await app.call(logout.student, { token: caller.token })).status).toBe(200)
  expect(await end()).toEqual({ status: 401, body: ended })
  expect(await readAddress(app, student._id)).not.toBe(contact.address)
})

test('a new password stops calls in progress of other sessions, also a change of the password', async () => {
  const { app, student, ...caller } = await start()
  const end = await begin(caller, '/edit-profile', contact)
  const wrong = { oldpass: 'a wrong guess', newpass: 'yet another horse' }
  const endGuess = await begin(caller, '/update-password', wrong)
  const other = await openSession(app.context, student._id)
  const { status } = await app.call(updatePassword.student, {
    token: other,
    body: { oldpass: password, newpass: 'another horse' },
  })
  expect(status).toBe(200)
  expect(await end()).toEqual({ status: 401, body: ended })
  expect(await readAddress(app, student._id)).not.toBe(contact.address)
  // Not even what a wrong guess leaves behind.
  expect(await endGuess()).toEqual({ status: 401, body: ended })
  expect(await app.context.db.selectFrom('login_failures').selectAll().execute()).toEqual([])
  expect((await app.call(getProfile.student, { token: other })).status).toBe(200)
})

test('a call in progress is refused once its person needs a second factor', async () => {
  const { app, student, ...caller } = await start()
  const end = await begin(caller, '/edit-profile', contact)
  await app.call(setSecondFactorRoles, { token: student.adminToken, body: { roles: ['student'] } })
  expect((await end()).status).toBe(403)
  expect(await readAddress(app, student._id)).not.toBe(contact.address)
})

test('a call that finishes after its API token was revoked is not carried out', async () => {
  const { app, student, url, token } = await start()
  const made = await makeApiToken(app, student._id)
  const end = await begin({ url, token: `Bearer ${made.token}` }, '/edit-profile', contact)
  const value = { _id: made._id }
  expect((await app.call(endToken.student, { token, body: { value } })).status).toBe(200)
  const revoked = { ...ended, message: tokenNotValidMessage }
  expect(await end()).toEqual({ status: 401, body: revoked })
  expect(await readAddress(app, student._id)).not.toBe(contact.address)
})

test('a session that was not used for a while is not held up by a long change', async () => {
  const { app, token } = await start()
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const change = app.context.db.transaction().execute(async (tx) => {
    await tx.updateTable('domains').set({ archived_at: null }).execute()
    await isOver
  })
  app.time.now += 2 * minuteMs
  expect((await app.call(getProfile.student, { token })).status).toBe(200)
  end()
  await change
})
