import { type Endpoint, toUrl } from '#contract/kit/endpoint.ts'
import { basePath } from '#contract/roles.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { endpoints, getEndpointName, isList } from '#test/endpoints.ts'
import { makePerson } from '#test/factories.ts'
import { sessionCalls } from '#test/rights/calls.ts'
import type { Input } from '#test/rights/describe-call.ts'
import { publicCalls } from '#test/rights/public-calls.ts'
import {
  makeRelatedPeople,
  makeRelatedPeopleWithInvited,
  type RelatedPeople,
} from '#test/rights/related-people.ts'
import { setUpCalls } from '#test/rights/school-set-up-calls.ts'
import { type Benchmark, type Figure, median } from '../figure.ts'
import {
  type CallDetails,
  type LoadResult,
  type RepeatedCall,
  runLoadInTurns,
} from '../load/load.ts'
import { type BenchSchool, openSchool } from '../schools/schools.ts'
import { type BenchServer, startBareServer, startWeekward } from '../servers/servers.ts'

const clients = 10
const rounds = 3
const shortly = { clients, seconds: 0.2 }
/** Reads can be repeated, with a long warm-up so that their code is compiled. */
const reading = { ...shortly, rounds, first: { clients, seconds: 0.6 } }
/** Each write needs its own circle of people, so there are few. */
const changing = { clients, rounds, calls: 20, beside: shortly }
const hashing = { clients, rounds: 1, calls: 10, beside: shortly }

/** Calls dominated by password hashing. */
const hashes = /login|password|begin-second-factor|remove-second-factor|new-recovery-codes/
const onlyMailsALink = /reset-password-(student|advisor|reviewer)$/

/**
 * Every call of the contract on SQLite, compared with a bare server that looks up a session and
 * returns a constant of the same length. Calls of several roles are one line, with the slowest.
 * Reads come first, before the data for writes fills the school.
 */
export const calls: Benchmark = {
  name: 'calls',
  async measure() {
    const school = await openSchool('sqlite', 500)
    const [weekward, bare] = [await startWeekward(school), await startBareServer(school)]
    try {
      const { token } = await makePerson(school, 'admin')
      const byCall = new Map<string, Figure[]>()
      for (const endpoint of [...endpoints.values()].filter(isOfASchool).toSorted(readsFirst)) {
        const figure = await measureCall({ school, weekward, bare, token }, endpoint)
        const name = figure.what
        byCall.set(name, [...(byCall.get(name) ?? []), figure])
      }
      return [...byCall.values()].map(slowest)
    } finally {
      await Promise.all([weekward.stop(), bare.stop()])
      await school.remove()
    }
  },
}

/** Excludes the calls that set up a school once. */
const isOfASchool = (endpoint: Endpoint) => !setUpCalls.has(getEndpointName(endpoint))

const isRead = ({ method }: Endpoint) => method === 'GET'
const readsFirst = (one: Endpoint, other: Endpoint) => Number(isRead(other)) - Number(isRead(one))

type Place = { school: BenchSchool; weekward: BenchServer; bare: BenchServer; token: string }

async function measureCall(place: Place, endpoint: Endpoint): Promise<Figure> {
  const { weekward, bare, token } = place
  const isHashing = hashes.test(endpoint.path) && !onlyMailsALink.test(endpoint.path)
  const how = isRead(endpoint) ? reading : isHashing ? hashing : changing
  const made = await makeCalls(place.school, endpoint, 'calls' in how ? 1 + countCalls(how) : 1)
  const first = made.pop() ?? {}
  const bytes = await measureLength(weekward, endpoint, first)
  const ours: RepeatedCall = {
    url: weekward.url,
    method: endpoint.method,
    next: () => (isRead(endpoint) ? first : (made.pop() ?? {})),
  }
  const other = { url: `${bare.url}/constant?bytes=${bytes}`, token }
  const speeds = await runLoadInTurns(ours, other, how)
  return {
    what: `${withoutRole(endpoint)}${isHashing ? ' (hashes a password)' : ''}`,
    ours: describe(speeds.ours),
    beside: describe(speeds.other),
    ratios: getRatios(speeds),
  }
}

/** The calls of all rounds. Each client prepares one more than it sends. */
const countCalls = (how: { calls: number; rounds: number }) =>
  (how.calls + clients) * (how.rounds + 1)

/**
 * Prepares the calls, each on data of its own, in one transaction: many transactions would block
 * the server on SQLite.
 */
function makeCalls(school: BenchSchool, endpoint: Endpoint, count: number): Promise<CallDetails[]> {
  return inTransaction(school.context, async (context) => {
    const made: CallDetails[] = []
    for (let number = 0; number < count; number++) made.push(await makeCall(context, endpoint))
    return made
  })
}

async function makeCall(context: Context, endpoint: Endpoint): Promise<CallDetails> {
  const name = getEndpointName(endpoint)
  const [, known] = sessionCalls.find(([of]) => of === name) ?? []
  const open = publicCalls.get(name)
  if (known) {
    const circle = await makeRelatedPeople({ context })
    await known.before?.({ context }, circle)
    return buildCall(endpoint, known.input(circle), tokenFor(endpoint, circle))
  }
  if (!open) throw new Error(`nobody knows how to make ${name}`)
  return buildCall(endpoint, open(await makeRelatedPeopleWithInvited({ context })), undefined)
}

function buildCall(endpoint: Endpoint, input: Input, token: string | undefined): CallDetails {
  // As the page requests a list.
  const query = { ...input.query, ...(isList(endpoint) ? { limit: '50' } : {}) }
  const path = toUrl(endpoint, input.params ?? {}, query)
  return { path, ...(token ? { token } : {}), ...(input.body ? { body: input.body } : {}) }
}

const tokenFor = ({ role }: Endpoint, { tokens }: RelatedPeople) =>
  role ? tokens[role] : undefined

async function measureLength(
  { url }: BenchServer,
  endpoint: Endpoint,
  call: CallDetails,
): Promise<number> {
  const reply = await fetch(url + (call.path ?? ''), {
    method: endpoint.method,
    headers: {
      ...(call.token ? { authorization: call.token } : {}),
      ...(call.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  })
  if (!reply.ok)
    throw new Error(`${getEndpointName(endpoint)}: ${reply.status} ${await reply.text()}`)
  return (await reply.arrayBuffer()).byteLength
}

const getRatios = ({ ours, other }: { ours: LoadResult[]; other: LoadResult[] }) =>
  ours.map((one, at) => one.perSecond / (other[at]?.perSecond ?? 0))

function describe(speeds: LoadResult[]): string {
  const perSecond = median(speeds.map((one) => one.perSecond))
  return `${perSecond.toFixed(0)} a second, p99 ${median(speeds.map((one) => one.p99)).toFixed(1)} ms`
}

function withoutRole({ method, path, role }: Endpoint): string {
  const base = role ? basePath[role] : ''
  return `${method} ${path.slice(base.length)}`
}

function slowest(figures: Figure[]): Figure {
  const [first] = figures.toSorted((a, b) => median(a.ratios) - median(b.ratios))
  if (!first) throw new Error('nothing was measured')
  return first
}
