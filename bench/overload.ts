import { type CallResult, getDurationQuantile, printTable, probe } from './load/probe.ts'
import { startLimitsServer } from './servers/start-limits-server.ts'

/**
 * First, 16 clients that wait for each reply keep a server busy: it must refuse none of them. Then
 * far more calls arrive than the server can answer, with and without its overload limits, in turns.
 * Replies after six seconds are useless, because pages give up.
 */
const seconds = 15
const busySeconds = 10
const clients = 16
/** The rate of calls, as a multiple of what the server can answer. */
const times = 2.5

const path = '/admin/all-student?limit=1000'
const rows = [['server', 'answered a second', 'p50', 'p99', 'refused', 'refusals p99', 'given up']]
const busy = await keepBusy()
const capacity = busy.answeredPerSecond
const perSecond = Math.round(times * capacity)
for (const kind of ['unlimited', 'weekward', 'unlimited', 'weekward'] as const) {
  const server = await startLimitsServer(kind)
  const { token } = server
  const url = `${server.url}${path}`
  await probe(url, { perSecond: capacity / 4, seconds: 3, token })
  const calls = await probe(url, { perSecond, seconds, token })
  await server.stop()
  const those = (status: number) => calls.filter((call) => call.status === status)
  const ms = (of: CallResult[], part: number) =>
    of.length ? `${getDurationQuantile(of, part).toFixed(0)} ms` : '-'
  const [answered, refused, gaveUp] = [those(200), those(503), those(0)]
  rows.push([
    kind,
    (answered.length / seconds).toFixed(0),
    ms(answered, 0.5),
    ms(answered, 0.99),
    String(refused.length),
    ms(refused, 0.99),
    String(gaveUp.length),
  ])
}
process.stdout.write(
  `busy with ${clients} clients: ${capacity} answered a second, p99 ${busy.p99Ms.toFixed(0)} ms, ${busy.refused} refused\n`,
)
process.stdout.write(`offered: ${perSecond} a second\n`)
printTable(rows)

/** The outcome of calls by clients that each wait for their reply. */
async function keepBusy() {
  const server = await startLimitsServer('weekward')
  const headers = { authorization: server.token }
  const until = performance.now() + busySeconds * 1_000
  const tookMs: number[] = []
  let refused = 0
  const client = async () => {
    while (performance.now() < until) {
      const begin = performance.now()
      const reply = await fetch(`${server.url}${path}`, { headers })
      await reply.arrayBuffer()
      if (reply.ok) tookMs.push(performance.now() - begin)
      else refused += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  await server.stop()
  const p99Ms = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length * 0.99)] ?? Number.NaN
  return { answeredPerSecond: Math.round(tookMs.length / busySeconds), p99Ms, refused }
}
