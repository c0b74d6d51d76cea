import { expect, test } from 'vitest'
import { getSessionOnlyReason } from '#contract/kit/api-tokens/session-only.ts'
import { listScopesOfRole, type TokenScope } from '#contract/kit/api-tokens/token-scopes.ts'
import { sessionNeeded, tokenLacksScope } from '#contract/kit/refusal.ts'
import { type Role, roles } from '#contract/roles.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { findEscalations } from '#test/rights/find-escalations.ts'
import {
  type Call,
  listCallsOfRole,
  makeCall as make,
  withoutSessionOnlyFields,
} from '#test/rights/make-call.ts'
import { makeRelatedPeople, type RelatedPeople } from '#test/rights/related-people.ts'
import { readRows } from '#test/rights/rows.ts'

/** The smallest set of scopes that allows a call. */
function getScope({ role, endpoint: { may, method } }: Call): TokenScope {
  if (role === 'admin' && may !== null && may !== 'sign in') return may
  return method === 'GET' ? 'read' : 'write'
}

const token = async (app: TestApp, { people }: RelatedPeople, role: Role, scopes: TokenScope[]) =>
  (await makeApiToken(app, people[role], { scopes })).token

/** The whole database but for when tokens were last used. */
async function readRowsBesideUse(app: TestApp) {
  const { api_tokens: tokens = [], ...others } = await readRows(app)
  return { ...others, tokens: tokens.map(({ used_at: _, ...token }) => token) }
}

const ended = {
  success: false,
  message: expect.stringMatching(/^This API token (is not valid|belongs to)/),
  Auth: false,
}

test.each(roles)(
  'an API token with the scope makes the same calls as a session, and gains no other way in: %s',
  {
    timeout: 120_000,
  },
  async (role) => {
    const app = await startApp()
    for (const call of listCallsOfRole(role)) {
      const circle = await makeRelatedPeople(app)
      await call.before?.(app, circle)
      const scope = getScope(call)
      const secret = await token(app, circle, role, [scope])
      const { status, body, gains } = await findEscalations(app, () =>
        make(app, call, withoutSessionOnlyFields(call, circle), secret),
      )
      const { name } = call
      if (getSessionOnlyReason(call.endpoint)) {
        expect({ name, status, body }).toEqual({
          name,
          status: 403,
          body: { message: sessionNeeded.message },
        })
      } else expect({ name, status, gains }).toEqual({ name, status: 200, gains: [] })
    }
    expect(app.errors).toEqual([])
  },
)

test.each(roles)('an API token without the scope changes and reads nothing: %s', async (role) => {
  const app = await startApp()
  const circle = await makeRelatedPeople(app)
  const readOnly = await token(app, circle, role, ['read'])
  const withOthers = new Map<TokenScope, string>()
  for (const scope of listScopesOfRole(role)) {
    const others = listScopesOfRole(role).filter((one) => one !== scope && one !== 'write')
    const rest = role === 'admin' ? others.filter((one) => one !== 'read') : others
    if (rest.length > 0) withOthers.set(scope, await token(app, circle, role, rest))
  }
  const refused = { status: 403, body: { message: tokenLacksScope.message } }
  const send = async (call: Call, secret: string) => {
    const { status, body } = await make(app, call, call.input(circle), secret)
    expect({ name: call.name, status, body }).toEqual({ name: call.name, ...refused })
  }
  const before = await readRowsBesideUse(app)
  for (const call of listCallsOfRole(role)) {
    if (getSessionOnlyReason(call.endpoint)) continue
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
      await makeRelatedPeople(app),
      await makeRelatedPeople(app),
      await makeRelatedPeople(app),
    ]
    const set = (of: RelatedPeople, values: { blocked_at?: number; verified_at?: null }) =>
      app.context.db
        .updateTable('people')
        .set(values)
        .where('id', 'in', Object.values(of.people))
        .execute()
    const others = roles.filter((one) => one !== role)
    const secrets = [
      (await makeApiToken(app, circle.people[role], { expiresAt: app.time.now })).token,
      ...(await Promise.all(
        others.map((one) => token(app, circle, one, [...listScopesOfRole(one)])),
      )),
      await token(app, blocked, role, ['write']),
      await token(app, unverified, role, ['write']),
      'ww_0123456789012345678901234567890123456789012',
    ]
    await set(blocked, { blocked_at: app.time.now })
    if (role === 'admin') await set(unverified, { verified_at: null })
    else secrets.splice(-2, 1)
    const before = await readRowsBesideUse(app)
    for (const call of listCallsOfRole(role)) {
      for (const secret of secrets) {
        const { status, body } = await make(app, call, call.input(circle), secret)
        expect({ name: call.name, status, body }).toEqual({
          name: call.name,
          status: 401,
          body: ended,
        })
      }
    }
    expect(await readRowsBesideUse(app)).toEqual(before)
  },
)

test('what an API token reads and changes has nothing of others in it', async () => {
  const app = await startApp()
  const [mine, theirs] = [await makeRelatedPeople(app), await makeRelatedPeople(app)]
  for (const role of roles) {
    const secret = await token(app, mine, role, ['write'])
    for (const call of listCallsOfRole(role)) {
      if (call.reaches !== 'own' || getSessionOnlyReason(call.endpoint)) continue
      const { status } = await make(app, call, call.input(theirs), secret)
      expect({ name: call.name, status }).toEqual({ name: call.name, status: 404 })
    }
  }
})
