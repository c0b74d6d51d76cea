import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { findFreePort } from '#test/databases/postgres.ts'
import { queryPostgresColumn } from '#test/databases/postgres-database.ts'
import { keepCalling, type Load, longestGap, signIn } from './load.ts'
import { giveToPostgres, type MachineRoom, type Node, openMachineRoom, within } from './machines.ts'

/**
 * Three Weekward processes behind HAProxy, on PostgreSQL with a replica, as in docs/run/scale.md
 * with the files of deploy/. Kills one process under load, then the leading PostgreSQL with its
 * Patroni. Prints the downtime, and fails if acknowledged data is missing.
 */
const folder = mkdtempSync('/tmp/weekward-failover-')
const password = randomBytes(12).toString('hex')
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

const room = openMachineRoom(folder)
const nodes: Node[] = []
process.once('SIGINT', () => end(1))
process.once('SIGTERM', () => end(1))
try {
  await prove()
  await end(process.exitCode ? 1 : 0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\nlogs: ${folder}\n`)
  await room.close(nodes)
  process.exit(1)
}

async function end(code: number): Promise<void> {
  await room.close(nodes)
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

async function prove(): Promise<void> {
  const { pagesUrl, databaseUrl, servers } = await startAll(room)
  const token = await signIn(pagesUrl)
  const page = openPage(pagesUrl, token)
  const load = keepCalling(pagesUrl, token)
  await doneWell(load, 1_000)

  const serverKilledAt = performance.now()
  servers[0]?.kill('SIGKILL')
  await doneWell(load, 1_000)
  printProgress('a Weekward process is killed', load, serverKilledAt)

  const leader = await findLeader()
  const leaderKilledAt = performance.now()
  leader.killAll()
  await within(90, 'a new leader', async () => (await findLeader()).name !== leader.name)
  await doneWell(load, 1_000)
  printProgress('the leading PostgreSQL and its Patroni are killed', load, leaderKilledAt)
  await within(20, 'the page to be connected', async () => page.connected)
  await load.end()
  page.disconnect()
  await compare(load, databaseUrl)
}

function printProgress(what: string, { answered }: Load, since: number): void {
  const { ms, statuses } = longestGap(answered, since)
  const failed = answered.filter(({ at, status }) => at > since && status !== 200).length
  say(
    `${what}: no call did well for ${seconds(ms)} (answers meanwhile: ${JSON.stringify(statuses)}); ${failed} failed in all`,
  )
}

/** Checks that everything acknowledged is there exactly once. */
async function compare({ answered }: Load, databaseUrl: string): Promise<void> {
  const rows = await queryPostgresColumn(databaseUrl, 'select email from people')
  const there = new Set(rows)
  const acknowledged = answered.filter(({ status, email }) => email && status === 200)
  const missing = acknowledged.filter(({ email }) => !there.has(email))
  const writes = answered.filter(({ email }) => email)
  const others = writes.filter(({ status, email }) => status !== 200 && there.has(email))
  say(
    `acknowledged writes: ${acknowledged.length}, missing: ${missing.length}, double: ${rows.length - there.size}`,
  )
  say(
    `refused or unanswered writes: ${writes.length - acknowledged.length}, of which done: ${others.length}`,
  )
  if (missing.length > 0 || rows.length > there.size) process.exitCode = 1
}

async function startAll({ start, startNode, fillIn }: MachineRoom) {
  giveToPostgres(folder)
  const [etcd, etcdPeers, pages, postgres, pool] = await freePorts(5)
  const etcdUrl = `http://127.0.0.1:${etcd}`
  const peersUrl = `http://127.0.0.1:${etcdPeers}`
  start('etcd', [
    ...['etcd', '--name', 'e', '--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', peersUrl, '--initial-advertise-peer-urls', peersUrl],
    ...['--initial-cluster', `e=${peersUrl}`],
  ])
  await within(20, 'etcd', async () => (await fetch(`${etcdUrl}/health`)).ok)

  const values = { ETCD_PORT: String(etcd), PASSWORD: password }
  const a = await startNode('a', values)
  nodes.push(a)
  await within(60, 'the first PostgreSQL', async () => (await findLeader()).name === 'a')
  const b = await startNode('b', values)
  nodes.push(b)
  await within(60, 'its synchronous replica', async () => (await askNode(b, 'synchronous')) === 200)

  const [one, two, three] = await freePorts(3)
  const ports = {
    PAGES_PORT: pages,
    POSTGRES_PORT: postgres,
    POOL_PORT: pool,
    FOLDER: folder,
    ONE_PORT: one,
    TWO_PORT: two,
    THREE_PORT: three,
    A_PORT: a.port,
    A_REST_PORT: a.restPort,
    B_PORT: b.port,
    B_REST_PORT: b.restPort,
  }
  start('haproxy', ['haproxy', '-f', fillIn('haproxy.cfg', 'haproxy.cfg', ports), '-db'])
  writeFileSync(join(folder, 'users.txt'), `"weekward" "${password}"\n`)
  giveToPostgres(join(folder, 'users.txt'))
  start('pgbouncer', ['pgbouncer', fillIn('pgbouncer.ini', 'pgbouncer.ini', ports)])
  const at = (port: number, database: string) =>
    `postgres://weekward:${password}@127.0.0.1:${port}/${database}`
  await within(
    20,
    'the way to it',
    async () =>
      (await queryPostgresColumn(at(postgres, 'postgres'), 'create database weekward')).length ===
      0,
  )

  const settings = {
    DATABASE_URL: at(pool, 'weekward'),
    DATA_DIR: folder,
    DEMO: 'on',
    RATE_LIMIT: 'off',
    APP_URL: `http://127.0.0.1:${pages}`,
    TRUST_PROXY: '127.0.0.1',
    TIME_ZONE: 'Europe/Berlin',
  }
  const servers = []
  for (const [at, port] of [one, two, three].entries()) {
    const env = { ...settings, PORT: String(port) }
    servers.push(start(`weekward-${at}`, [process.execPath, 'server/main.ts'], env, false))
    await within(30, 'Weekward', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
  }
  const pagesUrl = settings.APP_URL
  await within(20, 'HAProxy', async () => (await fetch(`${pagesUrl}/readyz`)).ok)
  return { pagesUrl, databaseUrl: at(postgres, 'weekward'), servers }
}

async function freePorts(count: number): Promise<[number, number, number, number, number]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = ports
  return [one, two, three, four, five]
}

async function askNode({ restPort }: Node, what: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${restPort}/${what}`)).status
}

async function findLeader(): Promise<Node> {
  for (const node of nodes) {
    if ((await askNode(node, 'primary').catch(() => 0)) === 200) return node
  }
  throw new Error('no PostgreSQL leads')
}

/** A page behind the proxy that reconnects like the real one. */
function openPage(url: string, token: string) {
  const page = io(url, { transports: ['websocket'], auth: { token } })
  page.on('connect_error', () => {
    if (!page.active) setTimeout(() => page.connect(), 1_000)
  })
  page.on('disconnect', () => {
    if (!page.active) setTimeout(() => page.connect(), 1_000)
  })
  return page
}

async function doneWell({ answered }: Load, more: number): Promise<void> {
  const count = () => answered.filter(({ status }) => status === 200).length
  const wanted = count() + more
  await within(90, `${more} calls to do well`, async () => count() >= wanted)
}
