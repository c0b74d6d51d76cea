import { expect, test } from 'vitest'
import { type Endpoint, toUrl } from '#contract/kit/endpoint.ts'
import { roles } from '#contract/roles.ts'
import { makeSetUpLink } from '#server/accounts/school-set-up/actions.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { endpoints, getEndpointName } from '#test/endpoints.ts'
import { makePerson } from '#test/factories.ts'
import { sessionCalls } from '#test/rights/calls.ts'
import type { Input } from '#test/rights/describe-call.ts'
import { callsNeedingCookie, publicCalls } from '#test/rights/public-calls.ts'
import {
  makeRelatedPeople,
  makeRelatedPeopleWithInvited,
  type RelatedPeople,
  type RelatedPeopleWithInvited,
} from '#test/rights/related-people.ts'
import { getChangedRows, type Rows, readRows } from '#test/rights/rows.ts'
import { setUpCalls } from '#test/rights/school-set-up-calls.ts'

/** What nobody may say of themselves or of a thing, each with a value that is found again. */
const privileged = {
  _id: 'forged-id',
  id: 'forged-id',
  email: 'forged@evil.test',
  name: 'Forged Name',
  role: 'admin',
  password: 'forged password',
  passwordHash: 'forged-hash',
  password_hash: 'forged-hash',
  token: 'forged-token',
  tokenHash: 'forged-hash',
  isAdmin: true,
  isProfileVerified: true,
  verified: true,
  verified_at: 1_234_567_890_123,
  isBlocked: true,
  blocked: true,
  blocked_at: 1_234_567_890_123,
  week: 27,
  weekNo: 27,
  weekStatus: 'Task Completed',
  status: 'conducted',
  mark: { code: 93, theory: 94, weekStatus: 'Task Completed' },
  code: 93,
  theory: 94,
  domain: 'forged-domain',
  domain_id: 'forged-domain',
  domains: ['forged-domain'],
  student: 'forged-person',
  student_id: 'forged-person',
  advisor: 'forged-person',
  advisor_id: 'forged-person',
  reviewer: 'forged-person',
  reviewer_id: 'forged-person',
  slot: 'forged-slot',
  slot_id: 'forged-slot',
  isBooked: false,
  follows_id: 'forged-review',
  closed_at: 1_234_567_890_123,
  isClosed: true,
  created_at: 1_234_567_890_123,
  createdAt: 1_234_567_890_123,
}

const forged = /forged|1234567890123|"?(?:week|code|theory)"?:(?:27|93|94)\b/

/** The same input with every privileged field that is not asked for, at each depth of the body. */
function withForgeries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withForgeries)
  if (typeof value !== 'object' || value === null) return value
  const asked = Object.entries(value).map(([name, one]) => [
    name,
    // By ids of criteria, of which an unknown one is refused.
    name === 'rubric' ? one : withForgeries(one),
  ])
  return { ...privileged, ...Object.fromEntries(asked) }
}

type Changing = {
  endpoint: Endpoint
  before?: ((app: TestApp, of: RelatedPeople) => Promise<unknown>) | undefined
  input: (of: RelatedPeopleWithInvited) => Input
  invites: boolean
}

const changing: Changing[] = [
  ...sessionCalls.map(([name, { before, input }]) => ({ name, before, input, invites: false })),
  ...[...publicCalls].map(([name, input]) => ({ name, input, invites: true })),
].flatMap(({ name, ...call }) => {
  const endpoint = endpoints.get(name)
  return endpoint?.body ? [{ endpoint, ...call }] : []
})

const none = { student: '', advisor: '', reviewer: '', admin: '' }

/** The invited are made only where they are asked for. */
async function circleFor(app: TestApp, { invites }: Changing): Promise<RelatedPeopleWithInvited> {
  if (invites) return makeRelatedPeopleWithInvited(app)
  const secrets = { invitations: none, newcomers: none, resets: none }
  return { ...(await makeRelatedPeople(app)), ...secrets, newEmails: none, oldEmails: none }
}

function make(
  app: TestApp,
  endpoint: Endpoint,
  { params, query, body }: Input,
  circle: RelatedPeopleWithInvited,
) {
  const token = endpoint.role === null ? undefined : circle.tokens[endpoint.role]
  return app.send(endpoint.method, toUrl(endpoint, params, query), { token, body })
}

/** Which columns of which tables have other values, and how many rows there are more or less. */
function difference(before: Rows, after: Rows): string[] {
  return Object.keys(after).flatMap((table) => {
    const { gone, added } = getChangedRows(table, before, after)
    const columns = Object.keys(added[0] ?? gone[0] ?? {}).filter((column) => {
      const values = (rows: Rows[string]) =>
        rows
          .map((row) => String(row[column]))
          .toSorted()
          .join('\n')
      return values(gone) !== values(added)
    })
    return [
      ...columns.map((column) => `${table}.${column}`),
      `${table} ${added.length - gone.length}`,
    ]
  })
}

/** So many calls share a school: each reads the rows of all before it. */
const callsOfSchool = 8

function* inSchools(role: Changing['endpoint']['role']): Generator<Changing[]> {
  const calls = changing.filter(({ endpoint }) => endpoint.role === role)
  for (let at = 0; at < calls.length; at += callsOfSchool) {
    yield calls.slice(at, at + callsOfSchool)
  }
}

test('every call with a body is tested', () => {
  const withBody = [...endpoints].filter(([, { body }]) => body).map(([name]) => name)
  const first = [...setUpCalls.keys(), ...callsNeedingCookie].filter((name) =>
    withBody.includes(name),
  )
  const tried = new Set(changing.map(({ endpoint }) => getEndpointName(endpoint)))
  expect([...tried, ...first].toSorted()).toEqual(withBody.toSorted())
})

test.each([null, ...roles])(
  'a call of role %s changes the same, whatever more its body says',
  async (role) => {
    for (const calls of inSchools(role)) {
      const app = await startApp()
      for (const one of calls) await changesTheSame(app, one)
    }
  },
)

async function changesTheSame(app: TestApp, one: Changing): Promise<void> {
  const { endpoint, input } = one
  const name = getEndpointName(endpoint)
  const changes: string[][] = []
  for (const forge of [false, true]) {
    const circle = await circleFor(app, one)
    await one.before?.(app, circle)
    const asked = input(circle)
    const body = forge ? (withForgeries(asked.body) as Record<string, unknown>) : asked.body
    const before = await readRows(app)
    const reply = await make(app, endpoint, { ...asked, ...(body ? { body } : {}) }, circle)
    expect({ name, status: reply.status }).toEqual({ name, status: 200 })
    expect(JSON.stringify(reply.body), name).not.toMatch(forged)
    const after = await readRows(app)
    expect(JSON.stringify(after), name).not.toMatch(forged)
    changes.push([name, ...difference(before, after)])
  }
  expect(changes[1]).toEqual(changes[0])
}

test('unknown fields change nothing when a school is set up', async () => {
  const changes: string[][] = []
  for (const forge of [false, true]) {
    const app = await startApp()
    const secret = (await makeSetUpLink(app.context))?.split('/').at(-1) ?? ''
    const before = await readRows(app)
    for (const [name, input] of setUpCalls) {
      const [endpoint, { params, body }] = [endpoints.get(name), input(secret)]
      if (!endpoint?.body) continue
      const sent = forge ? withForgeries(body) : body
      const reply = await app.send(endpoint.method, toUrl(endpoint, params), { body: sent })
      expect({ name, status: reply.status }).toEqual({ name, status: 200 })
      expect(JSON.stringify(reply.body), name).not.toMatch(forged)
    }
    const after = await readRows(app)
    expect(JSON.stringify(after)).not.toMatch(forged)
    changes.push(difference(before, after))
  }
  expect(changes[1]).toEqual(changes[0])
})

test.each([
  '{"number":"5550001111","address":"x","__proto__":{"isAdmin":true}}',
  '{"number":"5550001111","address":"x","constructor":{"prototype":{"isAdmin":true}}}',
])('a body that reaches for the prototype of all objects is refused: %s', async (payload) => {
  const app = await startApp()
  const { token } = await makePerson(app, 'student')
  const headers = { authorization: token, 'content-type': 'application/json' }
  const reply = await app.app.inject({ method: 'PUT', url: '/edit-profile', headers, payload })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ message: 'Please check what you entered' })
  expect({}).not.toHaveProperty('isAdmin')
})
