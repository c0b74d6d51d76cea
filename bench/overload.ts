import { startMeasured } from './measured-server.ts'
import { type Probed, printTable, probe, quantile } from './probe.ts'

/**
 * What becomes of calls when far more come than the server can answer: with its limits on load and
 * without them, in turns in one run. An answer after six seconds reaches nobody: pages give up.
 */
const seconds = 15
/** So much more than it can answer. */
const times = 2.5

const rows = [
  ['server', 'offered', 'answered a second', 'p50', 'p99', 'refused', 'refusals p99', 'given up'],
]
for (const kind of ['unlimited', 'weekward', 'unlimited', 'weekward'] as const) {
  const server = await startMeasured(kind)
  const url = `${server.url}/admin/all-student?limit=1000`
  const { token } = server
  const alone = await probe(url, { perSecond: 20, seconds: 5, token })
  if (alone.some(({ status }) => status !== 200)) throw new Error('the server does not answer')
  const perSecond = Math.round((times * 1_000) / quantile(alone.slice(20), 0.5))
  const calls = await probe(url, { perSecond, seconds, token })
  await server.stop()
  const those = (status: number) => calls.filter((call) => call.status === status)
  const ms = (of: Probed[], part: number) =>
    of.length ? `${quantile(of, part).toFixed(0)} ms` : '-'
  const [answered, refused, gaveUp] = [those(200), those(503), those(0)]
  rows.push([
    kind,
    `${perSecond} a second`,
    (answered.length / seconds).toFixed(0),
    ms(answered, 0.5),
    ms(answered, 0.99),
    String(refused.length),
    ms(refused, 0.99),
    String(gaveUp.length),
  ])
}
printTable(rows)
