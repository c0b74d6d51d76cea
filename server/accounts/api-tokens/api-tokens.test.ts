import { expect, test } from 'vitest'
import { blockUnblock, updatePassword } from '#contract/accounts/accounts.ts'
import {
  apiTokenRefusals,
  createToken,
  endPersonToken,
  endToken,
  listPersonTokens,
  listTokens,
} from '#contract/accounts/api-tokens.ts'
import { resetPassword } from '#contract/accounts/links/password-reset.ts'
import { endOtherSessions, endPersonSessions } from '#contract/accounts/sessions.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { addDomain, listDomains } from '#contract/domains/domains.ts'
import { dayMs, minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { apiTokenDaysDefault, apiTokenDaysMax, apiTokensMax } from '#contract/limits/accounts.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { getOwnData } from '#contract/privacy/privacy.ts'
import { hashSecret } from '#server/kit/id.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { openPageSocket, startLiveApp } from '#test/live-app.ts'
import {
  makeRelatedPeople,
  makeRelatedPeopleWithInvited,
  password,
} from '#test/rights/related-people.ts'
import { readRows } from '#test/rights/rows.ts'

type Value = { name?: string; scopes?: unknown[]; expiresAt?: string }

async function start(role: 'student' | 'admin' = 'student') {
  const app = await startApp()
  const person = await makePerson(app, role)
  const base = role === 'admin' ? '/admin' : ''
  const create = (value: Value = {}) =>
    app.send<{ token: string; _id: string; message: string; expiresAt: string }>(
      'POST',
      `${base}/tokens`,
      {
        token: person.token,
        body: { value: { name: 'Timetable', scopes: ['read'], ...value } },
      },
    )
  const list = async () => (await app.call(listTokens[role], { token: person.token })).body
  return { app, person, create, list }
}

const iso = (app: TestApp, plusMs: number) => new Date(app.time.now + plusMs).toISOString()

test('a token is shown once; the list has its name, scopes, last four, use and end', async () => {
  const { app, create, list, person } = await start()
  const { status, body } = await create({ scopes: ['write', 'read', 'read'] })
  expect(status).toBe(200)
  expect(body.token).toMatch(/^ww_[0-9A-Za-z]{43}$/)
  expect(body.message).toBe('Token created. Copy it now: it is not shown again.')
  const listed = {
    _id: body._id,
    name: 'Timetable',
    scopes: ['write', 'read'],
    lastFour: body.token.slice(-4),
    lastUsedAt: null,
    createdAt: iso(app, 0),
    expiresAt: iso(app, apiTokenDaysDefault * dayMs),
  }
  expect(await list()).toEqual([listed])

  app.time.now += minuteMs
  const used = iso(app, 0)
  const { token } = body
  expect((await app.call(listNotifications.student, { token })).status).toBe(200)
  expect(await list()).toEqual([{ ...listed, lastUsedAt: used }])
  // Not written again within a minute.
  app.time.now += minuteMs - secondMs
  await app.call(listNotifications.student, { token })
  expect(await list()).toEqual([{ ...listed, lastUsedAt: used }])
  app.time.now += secondMs
  await app.call(listNotifications.student, { token })
  expect(await list()).toEqual([{ ...listed, lastUsedAt: iso(app, 0) }])

  const stored = JSON.stringify(await readRows(app))
  expect(stored).not.toContain(token)
  expect(stored).toContain(hashSecret(token))
  const own = JSON.stringify((await app.call(getOwnData.student, { token: person.token })).body)
  expect(own).toContain('Timetable')
  for (const secret of [token, hashSecret(token)]) expect(own).not.toContain(secret)
})

test('an end is at most a year away, and the token works until then and no longer', async () => {
  const { app, create, person } = await start()
  for (const expiresAt of [iso(app, 0), iso(app, -1), iso(app, apiTokenDaysMax * dayMs + 1)]) {
    const { status, body } = await create({ expiresAt })
    expect([status, body]).toEqual([
      400,
      {
        message: apiTokenRefusals.badEnd.message,
        errors: { expiresAt: apiTokenRefusals.badEnd.message },
      },
    ])
  }
  for (const expiresAt of ['tomorrow', '2026-03-09', '']) {
    expect((await create({ expiresAt })).status).toBe(400)
  }
  const { body } = await create({ expiresAt: iso(app, apiTokenDaysMax * dayMs) })
  app.time.now += apiTokenDaysMax * dayMs - 1
  const { token } = body
  expect((await app.call(listNotifications.student, { token })).status).toBe(200)
  app.time.now += 1
  expect((await app.call(listNotifications.student, { token })).status).toBe(401)
  // Its owner still sees that it has expired.
  const session = await openSession(app.context, person._id)
  const { body: left } = await app.call(listTokens.student, { token: session })
  expect(left.map(({ expiresAt }) => expiresAt)).toEqual([iso(app, 0)])
})

test('a name, a scope of one’s own role, and room for another are needed', async () => {
  const { app, create, list } = await start()
  for (const value of [
    ...[{ name: ' ' }, { name: 'x'.repeat(61) }, { scopes: [] }, { scopes: ['manage people'] }],
    ...[{ scopes: ['sign in'] }, { scopes: ['read', 'root'] }],
  ]) {
    expect({ value, status: (await create(value)).status }).toEqual({ value, status: 400 })
  }
  const admin = await makePerson(app, 'admin')
  const both = ['read', 'manage people'] as const
  const ofAdmin = { token: admin.token, body: { value: { name: 'All', scopes: [...both] } } }
  expect((await app.call(createToken.admin, ofAdmin)).status).toBe(200)

  await create()
  const again = await create()
  expect([again.status, again.body.message]).toEqual([
    409,
    'You already have a token with this name',
  ])
  const more = Array.from({ length: apiTokensMax + 4 }, (_, nth) => create({ name: `No. ${nth}` }))
  const statuses = (await Promise.all(more)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(apiTokensMax - 1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(5)
  expect(await list()).toHaveLength(apiTokensMax)
})

test('its owner revokes a token, nobody else’s, and it stops working at once', async () => {
  const { app, create, person, list } = await start()
  const { body } = await create()
  const value = { value: { _id: body._id } }
  const other = await makePerson(app, 'student')
  const foreign = await app.call(endToken.student, { token: other.token, body: value })
  expect([foreign.status, foreign.body.message]).toEqual([404, 'This token does not exist'])
  expect((await app.call(endToken.student, { token: person.token, body: value })).status).toBe(200)
  expect(await list()).toEqual([])
  const used = await app.call(listNotifications.student, { token: body.token })
  expect([used.status, used.body]).toEqual([
    401,
    {
      success: false,
      message: 'This API token is not valid. It may be mistyped, expired or revoked.',
      Auth: false,
    },
  ])
  expect((await app.call(endToken.student, { token: person.token, body: value })).status).toBe(404)
})

test('an admin sees a person’s tokens and revokes them', async () => {
  const { app, create, person, list } = await start()
  const { body } = await create()
  const { token } = await makePerson(app, 'admin')
  const query = { person: person._id }
  expect((await app.call(listPersonTokens, { token, query })).body).toEqual(await list())
  const end = (id: string, one: string) =>
    app.call(endPersonToken, { token, body: { value: { id, token: one } } })
  for (const [id, one, message] of [
    ['nobody', body._id, 'This person does not exist'],
    [person._id, 'none', 'This token does not exist'],
  ] as const) {
    const refused = await end(id, one)
    expect([refused.status, refused.body.message]).toEqual([404, message])
  }
  expect((await end(person._id, body._id)).status).toBe(200)
  expect(await list()).toEqual([])
})

test('a block ends all tokens for good, as do a new password by link and an email taken back', async () => {
  const { app, create, person } = await start()
  const { body } = await create()
  const { token } = await makePerson(app, 'admin')
  for (const action of ['block', 'unblock'] as const) {
    await app.call(blockUnblock.student, { token, body: { id: person._id, action } })
    expect((await app.call(listNotifications.student, { token: body.token })).status).toBe(401)
  }
  const circle = await makeRelatedPeopleWithInvited(app)
  const tokensOf = (role: 'student' | 'advisor') =>
    app.context.db
      .selectFrom('api_tokens')
      .select('id')
      .where('person_id', '=', circle.people[role])
      .execute()
  expect(await tokensOf('student')).toHaveLength(1)
  const params = { id: circle.resets.student }
  await app.call(resetPassword.student, { params, body: { password: 'a new horse' } })
  expect(await tokensOf('student')).toEqual([])
  expect(await tokensOf('advisor')).toHaveLength(1)
  await app.send('POST', `/advisor/undo-email/${circle.oldEmails.advisor}`)
  expect(await tokensOf('advisor')).toEqual([])
})

test('the audit log names the token that made a change, and who created and revoked it', async () => {
  const { app, create, person } = await start('admin')
  const { body } = await create({ scopes: ['manage domains'] })
  await app.call(addDomain, { token: body.token, body: { name: 'Robotics' } })
  const value = { _id: body._id }
  await app.call(endToken.admin, { token: person.token, body: { value } })
  const { body: entries } = await app.call(listAuditLog, { token: person.token })
  expect(entries.map(({ who, token, deed, after }) => [who?._id, token, deed, after])).toEqual([
    [person._id, null, 'api-token-revoked', { api_token: null }],
    [person._id, 'Timetable', 'domain-added', expect.objectContaining({ name: 'Robotics' })],
    [
      ...[person._id, null, 'api-token-created'],
      {
        api_token: 'Timetable',
        api_token_scopes: 'manage domains',
        api_token_expires_at: app.time.now + apiTokenDaysDefault * dayMs,
      },
    ],
  ])
  const stored = JSON.stringify(entries)
  for (const secret of [body.token, hashSecret(body.token)]) expect(stored).not.toContain(secret)
})

test('a retried change by token happens once, and a token’s key is not a session’s', async () => {
  const { app, create, person } = await start('admin')
  const { body } = await create({ scopes: ['write'] })
  const add = (token: string) =>
    app.call(addDomain, { token, key: 'once', body: { name: 'Robotics' } })
  const first = await add(body.token)
  expect((await add(body.token)).body).toEqual(first.body)
  expect((await add(person.token)).status).toBe(409)
  const { token } = person
  expect((await app.call(listDomains, { token })).body).toHaveLength(1)
})

test('of changes made while their token is revoked, those answered 200 are kept, no others', async () => {
  const { app, create, person } = await start('admin')
  const { body } = await create({ scopes: ['write'] })
  const add = (nth: number) =>
    app.call(addDomain, { token: body.token, body: { name: `Domain ${nth}` } })
  const calls = Array.from({ length: 12 }, (_, nth) => add(nth))
  const ending = app.call(endToken.admin, {
    token: person.token,
    body: { value: { _id: body._id } },
  })
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect((await ending).status).toBe(200)
  expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([])
  expect((await add(99)).status).toBe(401)
  const { body: domains } = await app.call(listDomains, { token: person.token })
  expect(domains).toHaveLength(statuses.filter((status) => status === 200).length)
})

test('an API token opens no socket', async () => {
  const app = await startLiveApp()
  const { _id, token: session } = await makePerson(app, 'student')
  const { token } = await makeApiToken(app, _id)
  await expect(openPageSocket(app, token)).rejects.toThrow()
  expect((await openPageSocket(app, session)).socket.connected).toBe(true)
})

test('whoever must have a second factor and has none is refused by token as by session', async () => {
  const { app, create } = await start('admin')
  const { body } = await create({ scopes: ['write'] })
  await app.context.db.insertInto('second_factor_roles').values({ role: 'admin' }).execute()
  expect((await app.call(listDomains, { token: body.token })).status).toBe(403)
})

test('a token used for another role’s calls says whose calls it makes; a wrong one says it is none', async () => {
  const app = await startApp()
  const admin = await makePerson(app, 'admin')
  const { token } = await makeApiToken(app, admin._id)
  const student = await makeApiToken(app, (await makePerson(app, 'student'))._id)
  const messages = []
  for (const one of [token, student.token, `${token}x`, 'ww_', 'none']) {
    const { status, body } = await app.send<{ message: string }>('GET', '/advisor/notices', {
      token: `Bearer ${one}`,
    })
    messages.push([status, body.message])
  }
  const invalid = 'This API token is not valid. It may be mistyped, expired or revoked.'
  expect(messages).toEqual([
    [401, 'This API token belongs to an admin. Use it for the calls under /admin/.'],
    [
      401,
      'This API token belongs to a student. Use it for the calls under / that have no role in their path.',
    ],
    [401, invalid],
    [401, invalid],
    [401, 'Your session has ended. Please sign in again.'],
  ])
})

test('a new password and signing out everywhere, also by an admin, end all tokens', async () => {
  const app = await startApp()
  const { people } = await makeRelatedPeople(app)
  const admin = await makePerson(app, 'admin')
  const id = people.student
  const change = { oldpass: password, newpass: 'another horse' }
  for (const end of [
    (token: string) => app.call(endOtherSessions.student, { token }),
    () => app.call(endPersonSessions, { token: admin.token, body: { value: { id } } }),
    (token: string) => app.call(updatePassword.student, { token, body: change }),
  ]) {
    const { token } = await makeApiToken(app, id)
    expect((await app.call(listNotifications.student, { token })).status).toBe(200)
    expect((await end(await openSession(app.context, id))).status).toBe(200)
    expect((await app.call(listNotifications.student, { token })).status).toBe(401)
  }
})

test('the owner of a new token is notified in the app and by email', async () => {
  const { app, create, person } = await start()
  await create()
  const { body } = await app.call(listNotifications.student, { token: person.token })
  expect(body.map(({ kind, text }) => [kind, text])).toEqual([
    [
      'token-created',
      'The API token Timetable was created for your account. If this was not you, revoke it and change your password.',
    ],
  ])
})
