import { type Probed, printTable, probe, quantile } from './load/probe.ts'
import { startMeasured } from './servers/measured-server.ts'

/**
 * What becomes of calls when far more come than the server can answer: with its limits on load and
 * without them, in turns in one run. An answer after six seconds reaches nobody: pages give up.
 */
const seconds = 15
const capacitySeconds = 6
/** So much more than it can answer. */
const times = 2.5

const path = '/admin/all-student?limit=1000'
const rows = [['server', 'answered a second', 'p50', 'p99', 'refused', 'refusals p99', 'given up']]
const capacity = await measureCapacity()
const perSecond = Math.round(times * capacity)
for (const kind of ['unlimited', 'weekward', 'unlimited', 'weekward'] as const) {
  const server = await startMeasured(kind)
  const { token } = server
  const url = `${server.url}${path}`
  await probe(url, { perSecond: capacity / 4, seconds: 3, token })
  const calls = await probe(url, { perSecond, seconds, token })
  await server.stop()
  const those = (status: number) => calls.filter((call) => call.status === status)
  const ms = (of: Probed[], part: number) =>
    of.length ? `${quantile(of, part).toFixed(0)} ms` : '-'
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
process.stdout.write(`it can answer ${capacity} a second; offered: ${perSecond}\n`)
printTable(rows)

/** How many calls a second are answered to eight clients that each wait for their answer. */
async function measureCapacity(): Promise<number> {
  const server = await startMeasured('weekward')
  const headers = { authorization: server.token }
  const until = performance.now() + capacitySeconds * 1_000
  let answered = 0
  const client = async () => {
    while (performance.now() < until) {
      const reply = await fetch(`${server.url}${path}`, { headers })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error('the server does not answer')
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  await server.stop()
  return Math.round(answered / capacitySeconds)
}
