import { expect, test } from 'vitest'
import { schoolSetUpRefusals } from '#contract/accounts/links/school-set-up.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import { type Role, roles } from '#contract/roles.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { endpoints } from '#test/endpoints.ts'
import { sessionCalls } from '#test/rights/calls.ts'
import type { Input } from '#test/rights/describe-call.ts'
import { callsNeedingCookie, publicCalls } from '#test/rights/public-calls.ts'
import {
  makeRelatedPeople,
  makeRelatedPeopleWithInvited,
  type RelatedPeople,
} from '#test/rights/related-people.ts'
import { readRows } from '#test/rights/rows.ts'
import { setUpCalls } from '#test/rights/school-set-up-calls.ts'
import { makeSetUpLink } from './accounts/school-set-up/actions.ts'

const ended = {
  success: false,
  message: 'Your session has ended. Please sign in again.',
  Auth: false,
}

const badSetUpLink = { message: schoolSetUpRefusals.badLink.message }

function make(app: TestApp, name: string, input: Input, token?: string) {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`${name} is not in the contract`)
  const url = toUrl(endpoint, input.params, input.query)
  return app.send(endpoint.method, url, { token, body: input.body })
}

const getRole = (name: string) => endpoints.get(name)?.role ?? 'student'

/** The calls of one role: all in one test would take ever longer as calls are added. */
const getCalls = (role: Role) => sessionCalls.filter(([name]) => getRole(name) === role)

/** An input in which every text that names something of the circle names nothing at all. */
function ofNothing(input: Input, circle: RelatedPeople): Input {
  const ids = new Set(
    [circle.sessions, circle.people, Object.values(circle)].flatMap((all) => Object.values(all)),
  )
  return JSON.parse(
    JSON.stringify(input, (_, value) => (ids.has(value) ? 'nothing-has-this-id' : value)),
  ) as Input
}

test('the matrix knows every call of the contract and of the server, and no others', async () => {
  const app = await startApp()
  const known = new Set(sessionCalls.map(([name]) => name))
  const matrix = [
    ...known,
    ...publicCalls.keys(),
    ...setUpCalls.keys(),
    ...callsNeedingCookie,
  ].toSorted()
  expect(matrix, 'the calls of test/rights').toEqual([...endpoints.keys()].toSorted())
  type Paths = { paths: Record<string, Record<string, unknown>> }
  const { body } = await app.send<Paths>('GET', '/openapi.json')
  const served = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace(/{(\w+)}/g, ':$1')}`,
    ),
  )
  expect(served.toSorted(), 'the calls that routes.ts of the rooms bind').toEqual(matrix)
  for (const name of [...publicCalls.keys(), ...setUpCalls.keys(), ...callsNeedingCookie])
    expect(endpoints.get(name)?.role, name).toBe(null)
  for (const [name] of sessionCalls) expect(endpoints.get(name)?.role, name).not.toBe(null)
})

test.each(roles)(
  'without a session, and with one of any other role, every call answers 401 and changes nothing: %s',
  async (role) => {
    const app = await startApp()
    const circle = await makeRelatedPeople(app)
    const blocked = await makeRelatedPeople(app)
    await app.context.db
      .updateTable('people')
      .set({ blocked_at: app.time.now })
      .where('id', 'in', Object.values(blocked.people))
      .execute()
    const before = await readRows(app)
    const others = roles.filter((one) => one !== role).map((one) => circle.tokens[one])
    for (const [name, { input }] of getCalls(role)) {
      const tokens = [undefined, 'made up', `Bearer ${'x'.repeat(43)}`, blocked.tokens[role]]
      for (const token of [...tokens, ...others]) {
        const { status, body } = await make(app, name, input(circle), token)
        expect({ name, status, body }).toEqual({ name, status: 401, body: ended })
      }
    }
    expect(await readRows(app)).toEqual(before)
  },
)

test.each(roles)(
  'each call reaches what is its caller’s own: %s',
  {
    timeout: 120_000,
  },
  async (role) => {
    const app = await startApp()
    for (const [name, { before, input }] of getCalls(role)) {
      const circle = await makeRelatedPeople(app)
      await before?.(app, circle)
      const { status } = await make(app, name, input(circle), circle.tokens[role])
      expect({ name, status }).toEqual({ name, status: 200 })
    }
    expect(app.errors).toEqual([])
  },
)

test("another person's object answers as what does not exist, and stays unchanged", async () => {
  const app = await startApp()
  const mine = await makeRelatedPeople(app)
  const theirs = await makeRelatedPeople(app)
  const before = await readRows(app)
  for (const [name, { input, reaches }] of sessionCalls) {
    if (reaches !== 'own') continue
    const token = mine.tokens[getRole(name)]
    const foreign = await make(app, name, input(theirs), token)
    const unknown = await make(app, name, ofNothing(input(theirs), theirs), token)
    expect({ name, status: foreign.status }).toEqual({ name, status: 404 })
    expect(foreign.body).toEqual(unknown.body)
    expect(unknown.status).toBe(404)
  }
  expect(await readRows(app)).toEqual(before)
})

test("a booking cannot combine one's own slot or review with another person's", async () => {
  const app = await startApp()
  const mine = await makeRelatedPeople(app)
  const theirs = await makeRelatedPeople(app)
  const book = (value: Record<string, string>) =>
    make(app, 'PUT /advisor/book-slot', { body: { value } }, mine.tokens.advisor)
  const booking = {
    reviewId: mine.waiting,
    reviewer: mine.people.reviewer,
    slot: mine.freeSlot,
  }
  const before = await readRows(app)
  for (const wrong of [
    { reviewId: theirs.waiting },
    { slot: theirs.freeSlot },
    { reviewer: theirs.people.reviewer },
    { reviewer: mine.people.advisor },
  ]) {
    expect((await book({ ...booking, ...wrong })).status).toBe(404)
  }
  expect(await readRows(app)).toEqual(before)
  // Any reviewer's slot can be booked for one's own review.
  const { status } = await book({
    ...booking,
    reviewer: theirs.people.reviewer,
    slot: theirs.freeSlot,
  })
  expect(status).toBe(200)
})

test.each(roles)(
  'what calls tell of the caller’s own has nothing of others in it: %s',
  async (role) => {
    const app = await startApp()
    const theirs = await makeRelatedPeople(app)
    for (const [name, { before, input, reaches }] of getCalls(role)) {
      if (reaches === 'everyone') continue
      const mine = await makeRelatedPeople(app)
      await before?.(app, mine)
      const { body } = await make(app, name, input(mine), mine.tokens[role])
      const text = JSON.stringify(body)
      const { people, emails, sessions, review, waiting, freeSlot, bookedSlot } = theirs
      const others = [people, emails, sessions, { review, waiting, freeSlot, bookedSlot }]
      for (const one of others.flatMap((all) => Object.values(all))) {
        expect(text, name).not.toContain(one)
      }
    }
  },
)

test("an invitation's link works for no call of another role, with or without a session", async () => {
  const app = await startApp()
  const circle = await makeRelatedPeopleWithInvited(app)
  for (const [name, input] of publicCalls) {
    const { params, ...rest } = input(circle)
    if (!params) continue
    for (const secrets of [circle.invitations, circle.newcomers]) {
      for (const [role, secret] of Object.entries(secrets)) {
        const prefix = name.match(/ \/(advisor|reviewer|admin)\//)?.[1] ?? 'student'
        if (role === prefix) continue
        for (const token of [undefined, ...Object.values(circle.tokens)]) {
          const { status } = await make(app, name, { ...rest, params: { id: secret } }, token)
          expect({ name, status }).toEqual({ name, status: 404 })
        }
      }
    }
  }
})

test("an invitation's link works for the calls of its own role", async () => {
  const app = await startApp()
  for (const [name, input] of publicCalls) {
    const fresh = await makeRelatedPeopleWithInvited(app)
    expect({ name, status: (await make(app, name, input(fresh))).status }).toEqual({
      name,
      status: 200,
    })
  }
})

test('once the school has people, no set-up call has any effect', async () => {
  const app = await startApp()
  const secret = (await makeSetUpLink(app.context))?.split('/').at(-1) ?? ''
  const { tokens } = await makeRelatedPeople(app)
  const before = await readRows(app)
  for (const [name, input] of setUpCalls) {
    for (const token of [undefined, ...Object.values(tokens)]) {
      for (const id of [secret, 'made-up']) {
        const { status, body } = await make(app, name, input(id), token)
        expect({ name, status, body }).toEqual({ name, status: 404, body: badSetUpLink })
      }
    }
  }
  expect(await readRows(app)).toEqual(before)
})
