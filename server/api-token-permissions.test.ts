import { expect, test } from 'vitest'
import { type Endpoint, toUrl } from '#contract/kit/endpoint.ts'
import { sessionNeeded, tokenLacksScope } from '#contract/kit/refusal.ts'
import { isSessionOnly, listScopes, type TokenScope } from '#contract/kit/token-scopes.ts'
import { type Role, roles } from '#contract/roles.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { endpoints } from '#test/endpoints.ts'
import { knownCalls } from '#test/rights/calls.ts'
import { type Circle, makeCircle } from '#test/rights/circle.ts'
import type { Input, KnownCall } from '#test/rights/describe-call.ts'
import { readRows } from '#test/rights/rows.ts'

type Call = { name: string; endpoint: Endpoint; role: Role } & KnownCall

/** All calls that need a session, of one role. */
const getCalls = (wanted: Role): Call[] =>
  knownCalls.flatMap(([name, known]) => {
    const endpoint = endpoints.get(name)
    const role = endpoint?.role
    return endpoint && role === wanted ? [{ name, endpoint, role, ...known }] : []
  })

async function make(app: TestApp, { endpoint }: Call, input: Input, token: string) {
  const url = toUrl(endpoint, input.params, input.query)
  return app.send(endpoint.method, url, { token: `Bearer ${token}`, body: input.body })
}

/** The smallest set of scopes that allows a call. */
function getScope({ role, endpoint: { may, method } }: Call): TokenScope {
  if (role === 'admin' && may !== null && may !== 'sign in') return may
  return method === 'GET' ? 'read' : 'write'
}

const token = async (app: TestApp, { people }: Circle, role: Role, scopes: TokenScope[]) =>
  (await makeApiToken(app, people[role], { scopes })).token

/** The whole database but for when tokens were last used. */
async function readRowsBesideUse(app: TestApp) {
  const { api_tokens: tokens = [], ...others } = await readRows(app)
  return { ...others, tokens: tokens.map(({ used_at: _, ...token }) => token) }
}

const ended = {
  success: false,
  message: 'Your session has ended. Please sign in again.',
  Auth: false,
}

/** The calls that no API token makes, by the end of their paths. */
const sessionOnly = new Set([
  ...['logout', 'sessions', 'end-session', 'end-other-sessions', 'my-data', 'update-password'],
  ...['person-sessions', 'end-person-sessions', 'change-email'],
  ...['tokens', 'end-token', 'person-tokens', 'end-person-token'],
  ...['second-factor', 'begin-second-factor', 'confirm-second-factor', 'new-recovery-codes'],
  ...['remove-second-factor', 'second-factor-roles', 'locks', 'end-lock', 'erase-person'],
  ...roles.flatMap((role) => [`reset-password-${role}`, `reset-second-factor-${role}`]),
  ...['add-admin', 'block-unblock-admin', 'undo-block-admin'],
  ...['push-key', 'push-subscription', 'end-push'],
])

test('only a session makes the calls that concern credentials and browsers', () => {
  const found = roles.flatMap(getCalls).filter(({ endpoint }) => isSessionOnly(endpoint))
  const paths = found.map(({ endpoint: { path } }) => path.split('/').at(-1))
  // Reading when a calendar link was made is open.
  expect(new Set(paths)).toEqual(new Set([...sessionOnly, 'calendar-link']))
})

test.each(roles)(
  'an API token with the scope makes the same calls as a session: %s',
  {
    timeout: 120_000,
  },
  async (role) => {
    const app = await startApp()
    for (const call of getCalls(role)) {
      const circle = await makeCircle(app)
      await call.before?.(app, circle)
      const scope = getScope(call)
      const { status, body } = await make(
        app,
        call,
        call.input(circle),
        await token(app, circle, role, [scope]),
      )
      const { name } = call
      if (isSessionOnly(call.endpoint)) {
        expect({ name, status, body }).toEqual({
          ...{ name, status: 403, body: { message: sessionNeeded.message } },
        })
      } else expect({ name, status }).toEqual({ name, status: 200 })
    }
    expect(app.errors).toEqual([])
  },
)

test.each(roles)('an API token without the scope changes and reads nothing: %s', async (role) => {
  const app = await startApp()
  const circle = await makeCircle(app)
  const readOnly = await token(app, circle, role, ['read'])
  const withOthers = new Map<TokenScope, string>()
  for (const scope of listScopes(role)) {
    const others = listScopes(role).filter((one) => one !== scope && one !== 'write')
    const rest = role === 'admin' ? others.filter((one) => one !== 'read') : others
    if (rest.length > 0) withOthers.set(scope, await token(app, circle, role, rest))
  }
  const refused = { status: 403, body: { message: tokenLacksScope.message } }
  const send = async (call: Call, secret: string) => {
    const { status, body } = await make(app, call, call.input(circle), secret)
    expect({ name: call.name, status, body }).toEqual({ name: call.name, ...refused })
  }
  const before = await readRowsBesideUse(app)
  for (const call of getCalls(role)) {
    if (isSessionOnly(call.endpoint)) continue
    if (call.endpoint.method !== 'GET') await send(call, readOnly)
    const others = role === 'admin' ? withOthers.get(getScope(call)) : undefined
    if (others !== undefined) await send(call, others)
  }
  expect(await readRowsBesideUse(app)).toEqual(before)
})

test.each(roles)(
  'an API token that has ended, of a blocked person or of another role answers 401: %s',
  async (role) => {
    const app = await startApp()
    const [circle, blocked, unverified] = [
      await makeCircle(app),
      await makeCircle(app),
      await makeCircle(app),
    ]
    const set = (of: Circle, values: { blocked_at?: number; verified_at?: null }) =>
      app.context.db
        .updateTable('people')
        .set(values)
        .where('id', 'in', Object.values(of.people))
        .execute()
    const others = roles.filter((one) => one !== role)
    const secrets = [
      (await makeApiToken(app, circle.people[role], { expiresAt: app.time.now })).token,
      ...(await Promise.all(others.map((one) => token(app, circle, one, [...listScopes(one)])))),
      await token(app, blocked, role, ['write']),
      await token(app, unverified, role, ['write']),
      'ww_0123456789012345678901234567890123456789012',
    ]
    await set(blocked, { blocked_at: app.time.now })
    if (role === 'admin') await set(unverified, { verified_at: null })
    else secrets.splice(-2, 1)
    const before = await readRowsBesideUse(app)
    for (const call of getCalls(role)) {
      for (const secret of secrets) {
        const { status, body } = await make(app, call, call.input(circle), secret)
        expect({ name: call.name, status, body }).toEqual({
          ...{ name: call.name, status: 401, body: ended },
        })
      }
    }
    expect(await readRowsBesideUse(app)).toEqual(before)
  },
)

test('what an API token reads and changes has nothing of others in it', async () => {
  const app = await startApp()
  const [mine, theirs] = [await makeCircle(app), await makeCircle(app)]
  for (const role of roles) {
    const secret = await token(app, mine, role, ['write'])
    for (const call of getCalls(role)) {
      if (call.reaches !== 'own' || isSessionOnly(call.endpoint)) continue
      const { status } = await make(app, call, call.input(theirs), secret)
      expect({ name: call.name, status }).toEqual({ name: call.name, status: 404 })
    }
  }
})
