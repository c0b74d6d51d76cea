import { expect, test } from 'vitest'
import { login, loginResultField, logout } from '#contract/accounts/accounts.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import type { Role } from '#contract/roles.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import {
  canShareDatabase,
  openPageSocket,
  startLiveApp,
  startSecondProcess,
} from '#test/live-app.ts'

const roles = ['student', 'advisor', 'reviewer', 'admin'] as const
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

async function signIn(
  { app }: TestApp,
  role: Role,
  email: string,
  userAgent: string,
  from: string,
) {
  const reply = await app.inject({
    method: 'POST',
    url: login[role].path,
    payload: { email, password },
    headers: { 'user-agent': userAgent },
    remoteAddress: from,
  })
  return String(reply.json()[loginResultField[role]].token)
}

const list = async (app: TestApp, role: Role, token: string) =>
  (await app.call(listSessions[role], { token })).body

test('each person sees where they are signed in: browser, address, since when, last used', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const begin = app.time.now
  const phone = await signIn(app, 'student', email, safari, '192.0.2.7')
  app.time.now += hourMs
  const here = await signIn(app, 'student', email, firefox, '2001:db8::7')
  await makePerson(app, 'student')
  app.time.now += 2 * hourMs

  const { status, body } = await app.call(listSessions.student, { token: here })
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      _id: expect.any(String),
      signedInAt: new Date(begin + hourMs).toISOString(),
      usedAt: new Date(begin + 3 * hourMs).toISOString(),
      browser: 'Firefox on Linux',
      address: '2001:db8::7',
      isThis: true,
    },
    {
      _id: expect.any(String),
      signedInAt: new Date(begin).toISOString(),
      usedAt: new Date(begin).toISOString(),
      browser: 'Safari on iPhone',
      address: '192.0.2.7',
      isThis: false,
    },
  ])
  const ofPhone = await list(app, 'student', phone)
  expect(ofPhone.map(({ isThis }) => isThis)).toEqual([false, true])
  expect(ofPhone[0]?.usedAt).toBe(new Date(begin + 3 * hourMs).toISOString())
})

test('expired and signed-out sessions are not listed', async () => {
  const app = await startApp()
  const { _id, token } = await makePerson(app, 'advisor')
  const loggedOut = await openSession(app.context, _id)
  await app.call(logout.advisor, { token: loggedOut })
  await openSession(app.context, _id)
  app.time.now += 20 * hourMs
  expect(await list(app, 'advisor', token)).toHaveLength(2)
  app.time.now += 4 * hourMs
  expect(await list(app, 'advisor', token)).toMatchObject([{ isThis: true }])
})

test('a long list of sessions comes in pages, each session once', async () => {
  const app = await startApp()
  const { _id, token } = await makePerson(app, 'reviewer')
  for (let more = 0; more < 6; more++) {
    app.time.now += minuteMs * (more % 2)
    await openSession(app.context, _id)
  }
  const pages = await app.readPages<{ _id: string; isThis: boolean }>(
    '/reviewer/sessions?limit=3',
    token,
  )
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
  expect(new Set(pages.flat().map((one) => one._id)).size).toBe(7)
  expect(pages.flat().at(-1)?.isThis).toBe(true)
})

test.each(roles)('a %s ends one session, then all others, and stays signed in', async (role) => {
  const app = await startApp()
  const { _id, token } = await makePerson(app, role)
  const [second, third, fourth] = [
    await openSession(app.context, _id),
    await openSession(app.context, _id),
    await openSession(app.context, _id),
  ]
  const id = (await list(app, role, second)).find(({ isThis }) => isThis)?._id ?? ''

  const ended = await app.call(endSession[role], { token, body: { id } })
  expect(ended.status).toBe(200)
  expect(ended.body).toEqual({ message: 'Signed out there.' })
  expect((await app.call(listSessions[role], { token: second })).status).toBe(401)
  expect(await list(app, role, third)).toHaveLength(3)
  expect((await app.call(endSession[role], { token, body: { id } })).status).toBe(404)

  const others = await app.call(endOtherSessions[role], { token })
  expect(others.status).toBe(200)
  expect(others.body).toEqual({ message: 'Signed out everywhere else.' })
  for (const gone of [third, fourth]) {
    expect((await app.call(listSessions[role], { token: gone })).status).toBe(401)
  }
  expect(await list(app, role, token)).toMatchObject([{ isThis: true }])
})

test('another person’s session is neither listed nor ended', async () => {
  const app = await startApp()
  const mine = await makePerson(app, 'student')
  for (const role of roles) {
    const theirs = await makePerson(app, role)
    const [session] = await list(app, role, theirs.token)
    for (const id of [session?._id ?? '', theirs._id, theirs.token, 'nonsense', '']) {
      const refused = await app.call(endSession.student, { token: mine.token, body: { id } })
      expect(refused.status).toBe(404)
      expect(refused.body).toEqual({ message: 'This session does not exist' })
    }
    await app.call(endOtherSessions.student, { token: mine.token })
    expect(await list(app, role, theirs.token)).toHaveLength(1)
  }
  expect(await list(app, 'student', mine.token)).toHaveLength(1)
})

test("neither tokens nor their hashes are told, and a browser's long name is cut", async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'student')
  const token = await signIn(app, 'student', email, `Firefox/1 ${'x'.repeat(5_000)}`, '10.0.0.1')
  const stored = await app.context.db
    .selectFrom('sessions')
    .select(['token_hash', 'user_agent'])
    .where('user_agent', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(stored.user_agent).toHaveLength(300)
  const found = JSON.stringify(await list(app, 'student', token))
  expect(found).not.toContain(token)
  expect(found).not.toContain(stored.token_hash)
})

test('pages of ended sessions lose their connection, on any process', async () => {
  const app = await startLiveApp()
  const elsewhere = canShareDatabase ? await startSecondProcess(app) : app
  const { _id, token } = await makePerson(app, 'reviewer')
  const tokens = [await openSession(app.context, _id), await openSession(app.context, _id)]
  const here = await openPageSocket(app, token)
  const [first, second] = await Promise.all(tokens.map((one) => openPageSocket(elsewhere, one)))
  const ofFirst = (await list(app, 'reviewer', tokens[0] ?? '')).find(({ isThis }) => isThis)

  await app.call(endSession.reviewer, { token, body: { id: ofFirst?._id ?? '' } })
  expect(await first?.ended).toBe('io server disconnect')
  expect(second?.socket.connected).toBe(true)
  await app.call(endOtherSessions.reviewer, { token })
  expect(await second?.ended).toBe('io server disconnect')
  expect(here.socket.connected).toBe(true)
})

test('a person has twenty sessions at most: one more ends the oldest and its page', async () => {
  const app = await startLiveApp()
  const elsewhere = canShareDatabase ? await startSecondProcess(app) : app
  const { _id, email, adminToken } = await onboard(app, 'student')
  const tokens: string[] = []
  for (let one = 0; one < 20; one++) {
    tokens.push(await openSession(app.context, _id))
    app.time.now += minuteMs
  }
  const [oldest = '', second = ''] = tokens
  const [page, other] = [await openPageSocket(elsewhere, oldest), await openPageSocket(app, second)]
  expect(await list(app, 'student', oldest)).toHaveLength(20)

  const newest = await signIn(app, 'student', email, firefox, '192.0.2.7')
  expect(await page.ended).toBe('io server disconnect')
  expect(other.socket.connected).toBe(true)
  expect((await app.call(listSessions.student, { token: oldest })).status).toBe(401)
  expect(await list(app, 'student', second)).toHaveLength(20)
  expect((await list(app, 'student', newest))[0]).toMatchObject({ isThis: true })
  const lines = (await app.call(listAuditLog, { token: adminToken })).body
  const ended = lines.filter(
    ({ call, about, after }) =>
      call === 'POST /login' && about.kind === 'sessions' && after === null,
  )
  expect(ended).toMatchObject([{ who: { email }, before: { token_hash: '…' } }])
})

test('signing out everywhere else works without other sessions, and twice at once', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'student')
  const end = () => app.call(endOtherSessions.student, { token })
  for (const { status, body } of await Promise.all([end(), end()])) {
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'Signed out everywhere else.' })
  }
  const out = await Promise.all([1, 2, 3].map(() => app.call(logout.student, { token })))
  for (const { status } of out) expect([200, 401]).toContain(status)
  expect(app.errors).toEqual([])
})
