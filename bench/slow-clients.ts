import { spawn, spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { printTable, probe, quantile } from './load/probe.ts'
import { startMeasured } from './servers/measured-server.ts'

/**
 * How others fare while 300 clients send their headers slowly and 300 their bodies (slowhttptest,
 * Debian's package): two servers alike side by side, one of them attacked, and the 99th percentiles
 * of both in the same seconds. Then the same with a bare Fastify.
 */
const clients = 300
const attackSeconds = 45
const perSecond = 100

if (spawnSync('slowhttptest', ['-h']).error) {
  process.stderr.write('slowhttptest is missing: apt-get install slowhttptest\n')
  process.exit(1)
}
const rows = [
  ['server', 'p99 quiet', 'p99 attacked', 'ratio', 'slow sockets left open', 'not answered'],
]
for (const kind of ['weekward', 'bare'] as const) {
  const [quiet, attacked] = [await startMeasured(kind), await startMeasured(kind)]
  const ask = (seconds: number) =>
    Promise.all([quiet, attacked].map(({ url }) => probe(`${url}/school`, { perSecond, seconds })))
  await ask(3)
  const attacks = Promise.all([attack(attacked.url, '-H'), attack(attacked.url, '-B')])
  const [before = [], under = []] = await ask(attackSeconds - 5)
  const [heads, bodies] = await attacks
  await Promise.all([quiet.stop(), attacked.stop()])
  const ratio = quantile(under, 0.99) / quantile(before, 0.99)
  rows.push([
    kind,
    `${quantile(before, 0.99).toFixed(1)} ms`,
    `${quantile(under, 0.99).toFixed(1)} ms`,
    ratio.toFixed(2),
    `${heads} with headers, ${bodies} with bodies`,
    String(under.filter(({ status }) => status !== 200).length),
  ])
  if (kind === 'weekward' && (ratio > 2 || heads + bodies > 0)) process.exitCode = 1
}
printTable(rows)

/** Lets slow clients come, and answers how many of them were still connected at the end. */
async function attack(url: string, how: '-H' | '-B'): Promise<number> {
  const options = [
    '-c',
    clients,
    '-r',
    100,
    '-i',
    5,
    '-x',
    24,
    '-p',
    3,
    '-l',
    attackSeconds,
    '-s',
    8192,
  ]
  const child = spawn('slowhttptest', [
    how,
    ...options.map(String),
    ...['-t', 'POST', '-f', 'application/json'],
    '-u',
    `${url}/login`,
  ])
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (part) => {
    output += part
  })
  await new Promise((resolve) => child.once('close', resolve))
  if (output.includes('No open connections left')) return 0
  return Number(stripVTControlCharacters(output).match(/[\s\S]*connected:\s+(\d+)/)?.[1] ?? clients)
}
