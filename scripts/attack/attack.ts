import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { demoLogins } from '#contract/school/school.ts'
import { startCluster } from '#test/databases/postgres.ts'
import { makeDatabaseIn } from '#test/databases/postgres-database.ts'
import { attackTools, installMissing } from '#test/programs/needed-programs.ts'
import { root } from '../command.ts'
import { fuzz } from './fuzz.ts'
import { testResponseTimes } from './response-times.ts'
import { type Outcome, runNpmAudit, runSlowhttptest, runSqlmap, runWapiti } from './tools.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    databases: { type: 'string', default: 'sqlite,postgres' },
    only: { type: 'string', default: 'same-time,fuzz,sqlmap,wapiti,slowhttptest,audit' },
  },
})
const parts = new Set(values.only.split(','))
const outcomes: Outcome[] = []
await installMissing(attackTools.filter(({ name }) => parts.has(name)))

if (values.databases.includes('sqlite')) await attack('SQLite', {})
if (values.databases.includes('postgres')) {
  const cluster = await startCluster()
  try {
    await attack('PostgreSQL', { DATABASE_URL: await makeDatabaseIn(cluster) })
  } finally {
    cluster.stop()
  }
}
if (parts.has('audit')) outcomes.push(runNpmAudit())

say('| tool | against | result | what it said |\n|---|---|---|---|')
for (const { tool, what, ok, said } of outcomes) {
  const result = ok === undefined ? 'not run' : ok ? 'nothing found' : 'FOUND'
  say(`| ${tool} | ${what} | ${result} | ${said.replaceAll(/[|\n]/g, ' ')} |`)
}
const leftOut = outcomes.filter(({ ok }) => ok === undefined)
say(`${outcomes.length - leftOut.length} run, ${leftOut.length} left out`)
for (const { tool, what, said } of leftOut) say(`left out: ${tool} against ${what}: ${said}`)
process.exitCode = outcomes.some(({ ok }) => ok === false) ? 1 : 0

/** Starts a demo school on its own database and runs all attacks on it. */
async function attack(database: string, settings: Record<string, string>): Promise<void> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'weekward-attacked-'))
  const env = { ...process.env, PORT: '0', RATE_LIMIT: 'off', DEMO: 'on', DATA_DIR, ...settings }
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    let url = ''
    for await (const line of createInterface(server.stdout)) {
      url = line.match(/^weekward ready on (.+)$/)?.[1] ?? ''
      if (url) break
    }
    if (!url) throw new Error('the server did not start')
    server.stdout.resume()
    await letLoose(database, url)
  } finally {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

async function letLoose(database: string, url: string): Promise<void> {
  const add = (outcome: Outcome) => {
    outcomes.push({ ...outcome, what: `${outcome.what}, ${database}` })
    say(`${outcome.tool} ${outcome.what}, ${database}: ${outcome.said}`)
  }
  // Before the fuzzer, which leaves the school's data in disorder.
  if (parts.has('same-time')) add(await testResponseTimes(url, await adminToken(url)))
  if (parts.has('fuzz')) {
    const { requests, byStatus, faults } = await fuzz(url, {
      wanted: Number(values.requests),
      seed: Number(values.seed),
    })
    for (const fault of faults) say(fault)
    const statuses = [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
    const said = `${requests} requests, ${faults.length} faults (${statuses.join(', ')})`
    add({ tool: 'fuzzer', what: `every call, seed ${values.seed}`, ok: faults.length === 0, said })
  }
  const token = await adminToken(url)
  if (parts.has('sqlmap')) {
    add(runSqlmap(`${url}/admin/all-student?search=a&domain=all&limit=5`, token))
    add(runSqlmap(`${url}/admin/task?id=a`, token))
    const json = JSON.stringify({ id: 'a', action: 'block' })
    add(runSqlmap(`${url}/admin/block-unblock-student`, token, { method: 'PATCH', json }))
    const login = JSON.stringify({ email: 'a@b.test', password: 'x' })
    if (database === 'SQLite') add(runSqlmap(`${url}/login`, '', { method: 'POST', json: login }))
  }
  if (database !== 'SQLite') return
  if (parts.has('wapiti')) add(runWapiti(url, token))
  if (parts.has('slowhttptest'))
    for (const kind of ['headers', 'body'] as const) add(runSlowhttptest(url, kind))
}

async function adminToken(url: string): Promise<string> {
  const reply = await fetch(`${url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoLogins.admin),
  })
  const { message } = (await reply.json()) as { message: { token: string } }
  return message.token
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
