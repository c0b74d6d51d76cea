import { spawn, spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { startMeasured } from './measured-server.ts'
import { printTable, probe, quantile } from './probe.ts'

/**
 * How others fare while 300 clients send their headers slowly and 300 their bodies (slowhttptest,
 * Debian's package), beside a bare Fastify: for each server the 99th percentile of quiet seconds,
 * then of those under attack, twice in turns in one run.
 */
const clients = 300
const attackSeconds = 45
const perSecond = 100

if (spawnSync('slowhttptest', ['-h']).error) {
  process.stderr.write('slowhttptest is missing: apt-get install slowhttptest\n')
  process.exit(1)
}
const rows = [
  ['server', 'p99 quiet', 'p99 under attack', 'ratio', 'slow sockets left open', 'not answered'],
]
for (const kind of ['weekward', 'bare', 'weekward', 'bare'] as const) {
  const server = await startMeasured(kind)
  const ask = (seconds: number) => probe(`${server.url}/school`, { perSecond, seconds })
  await ask(3)
  const quiet = await ask(20)
  const attacks = Promise.all([attack(server.url, '-H'), attack(server.url, '-B')])
  const attacked = await ask(attackSeconds - 5)
  const left = await attacks
  await server.stop()
  const [before, under] = [quantile(quiet, 0.99), quantile(attacked, 0.99)]
  rows.push([
    kind,
    `${before.toFixed(1)} ms`,
    `${under.toFixed(1)} ms`,
    (under / before).toFixed(2),
    `${left[0]} with headers, ${left[1]} with bodies`,
    String(attacked.filter(({ status }) => status !== 200).length),
  ])
  if (kind === 'weekward' && (under > before * 2 || left[0] + left[1] > 0)) process.exitCode = 1
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
    '-t',
    'POST',
    '-u',
    `${url}/login`,
  ])
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (part) => {
    told += part
  })
  await new Promise((resolve) => child.once('close', resolve))
  if (told.includes('No open connections left')) return 0
  return Number(stripVTControlCharacters(told).match(/[\s\S]*connected:\s+(\d+)/)?.[1] ?? clients)
}
