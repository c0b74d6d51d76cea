import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addressOf } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { findCall, takeSeat } from '#server/calls/actions.ts'
import { createMailer } from '#server/kit/mailer.ts'
import { liveSessionsAmong, openSession } from '#server/kit/session.ts'
import { hasPeople } from '#server/people/actions.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { freshDatabase } from '#test/database.ts'
import { endpoints } from '#test/endpoints.ts'
import { busiest, fillLargeSchool } from '#test/large-school.ts'
import { findScans } from '#test/plans.ts'
import { recorded } from '#test/recorded.ts'
import { type Input, knownCalls, openCalls } from '#test/rights/calls.ts'
import { makeCircle, makeInvitedCircle } from '#test/rights/circle.ts'

/** So large that PostgreSQL reads an index wherever there is one that helps. */
const size = Number(process.env.GROWTH_SIZE ?? 6_000)

/**
 * What must count everybody, every open review or every advisor: the admin's home, and whoever
 * gives a new student the freest advisor. Counters beside the rows would make every booking wait
 * for every other one.
 */
const counts = [
  /^select count\(\*\) filter\(where "role" = .+ from "people"$/,
  /^select count\(\*\) filter\(where "status" = .+ from "reviews" where "closed_at" is null$/,
  /^select "domains"."name" as "domain", "week", count\(\*\) as "students" from "people"/,
  /^select "people"."id" from "people" left join "reviews" .+ order by count\("reviews"."id"\)/,
]

/** What lists are narrowed by: nothing, each alone, each two of them together, and all. */
function narrowings(filters: Record<string, string[]>): Record<string, string>[] {
  const each = Object.entries(filters).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const pairs = each.flatMap((one, place) =>
    each
      .slice(place + 1)
      .filter(([name]) => name !== one[0])
      .map((other) => [one, other]),
  )
  const all = Object.entries(filters).map(([name, [value = '']]): [string, string] => [name, value])
  return [[], ...each.map((one) => [one]), ...pairs, all].map((some) => Object.fromEntries(some))
}

const searches = ['quist', '@school', 'zq', 'a', "o'n", '한결이']
const ofReviews = {
  search: searches,
  type: ['booking'],
  home: ['true'],
  status: ['review-scheduled', 'conducted'],
  week: ['7'],
  open: ['true'],
  domain: ['domain-3'],
  student: [busiest.student],
}
const filtersOf: Record<string, Record<string, string[]>> = {
  'GET /advisor/review-list': ofReviews,
  'GET /reviewer/review-list': ofReviews,
  'GET /admin/all-student': { search: searches, domain: ['domain-3'] },
  'GET /admin/all-advisor': { search: searches },
  'GET /admin/all-reviewer': { search: searches },
  'GET /admin/trail': {
    search: searches,
    kind: ['reviews', 'people'],
    from: ['2026-03-01'],
    to: ['2026-02-28'],
  },
}

type Ask = (name: string, input: Input, token: string | undefined) => Promise<unknown>

/** Every call as its own people make it. */
async function makeEveryCall(app: TestApp, ask: Ask): Promise<void> {
  for (const [name, { before, input }] of knownCalls) {
    const circle = await makeCircle(app)
    await before?.(app, circle)
    await ask(name, input(circle), circle.tokens[endpoints.get(name)?.role ?? 'student'])
  }
  for (const [name, input] of openCalls) {
    await ask(name, input(await makeInvitedCircle(app)), undefined)
  }
}

/** Every list as those read it who have the longest, two pages of each. */
async function readEveryList(app: TestApp, ask: Ask): Promise<void> {
  const tokens = {} as Record<Role, string>
  for (const [role, id] of Object.entries(busiest)) {
    tokens[role as Role] = await openSession(app.context, id)
  }
  const lists = [...endpoints.values()].filter((one) => 'isList' in one)
  for (const { method, path, role } of lists) {
    const name = `${method} ${path}`
    const params = path.includes(':id') ? { params: { id: busiest.reviewer } } : {}
    const fixed = path.includes('student-reviews') ? { student: busiest.student } : {}
    for (const filters of narrowings(filtersOf[name] ?? {})) {
      const query = { limit: '5', ...fixed, ...filters }
      await ask(name, { ...params, query }, tokens[role ?? 'student'])
    }
  }
}

/** What happens without a call: mails, sockets, and the look at who is there at the start. */
async function doTheRest({ context }: TestApp, folder: string): Promise<void> {
  const silent = { info() {}, warn() {}, error() {} }
  const mailer = { smtpUrl: undefined, dataDir: folder, from: 'a@school.test', log: silent }
  await createMailer(context, mailer).deliver()
  await liveSessionsAmong(context, ['a', 'b'])
  const asking = { personId: busiest.reviewer, role: 'reviewer' } as const
  await findCall(context, asking, '0-review-10000020').catch(() => undefined)
  await takeSeat(context, asking, { reviewId: '0-review-10000020', again: false }).catch(
    () => undefined,
  )
  await hasPeople(context)
}

test('no statement of the server reads all people, reviews, slots or lines of the trail', {
  timeout: 120_000,
}, async () => {
  const database = await freshDatabase()
  await fillLargeSchool(database.db, { size, now: monday })
  if (process.env.TEST_DATABASE === 'postgres') await sql`vacuum analyze`.execute(database.db)
  console.log('filled', performance.now())
  const { db, statements } = recorded(database.db)
  const app = await startApp({}, { on: Promise.resolve({ ...database, db }) })
  const send = async (
    url: string,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    token?: string,
    body?: unknown,
  ) => app.send(method, url, { token, body })
  const labels: string[] = []
  const ask: Ask = async (name, input, token) => {
    const endpoint = endpoints.get(name)
    if (!endpoint) throw new Error(`${name} is not in the contract`)
    const url = addressOf(endpoint, input.params, input.query)
    const { status, headers } = await send(url, endpoint.method, token, input.body)
    expect({ name, url, status }).toMatchObject({ status: 200 })
    const next = String(headers.link ?? '').match(/^<(.+)>; rel="next"$/)?.[1]
    if (next) await send(next, 'GET', token)
    while (labels.length < statements.length) labels.push(url)
  }
  await makeEveryCall(app, ask)
  await readEveryList(app, ask)
  await doTheRest(app, '/tmp')

  const seen = new Set<string>()
  const scans: Record<string, string[]> = {}
  for (const [i, statement] of statements.entries()) {
    if (!/^(select|update|delete|with|insert)/.test(statement.sql)) continue
    const key = JSON.stringify([statement.sql, statement.parameters])
    if (seen.has(key) || counts.some((one) => one.test(statement.sql))) continue
    seen.add(key)
    const found = await findScans(database.db, statement)
    if (found.length > 0) scans[labels[i] + key] = found
  }
  console.log(statements.length, seen.size)
  expect(scans).toEqual({})
})
