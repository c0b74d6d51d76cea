import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL of the tests' own, on loopback, with its data in a folder that goes with it. */
export type Cluster = {
  url: (database: string) => string
  /** Stops it as a crash would; its data stay. */
  halt: () => void
  /** Starts it again at the same address. */
  start: () => void
  /** Makes it hang: it takes connections and answers nothing until `resume`. */
  pause: () => void
  resume: () => void
  stop: () => void
}

/** Starts a cluster on a free port; raises an error that names what to install. */
export async function startCluster(): Promise<Cluster> {
  const bin = postgresFolder()
  const folder = mkdtempSync('/tmp/weekward-postgres-')
  const port = await freePort()
  const data = join(folder, 'data')
  if (userInfo().uid === 0) execFileSync('chown', ['postgres', folder])
  run(join(bin, 'initdb'), '-D', data, '-U', 'weekward', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const options = `-p ${port} -k ${folder} -h 127.0.0.1 -F -c max_connections=200`
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), '-D', data, '-w', ...args)
  let isRunning = false
  const start = () => {
    control('-o', options, '-l', join(folder, 'log'), 'start')
    isRunning = true
  }
  const halt = () => {
    if (isRunning) control('-m', 'immediate', 'stop')
    isRunning = false
  }
  const signal = (name: NodeJS.Signals) => {
    const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const others = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ')
    for (const pid of [first, ...others]) process.kill(Number(pid), name)
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
    ...{ halt, start, pause, resume },
    stop() {
      resume()
      halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL does not run as root; Debian's package brings a user for it. */
function run(command: string, ...args: string[]): void {
  const [file, all] =
    userInfo().uid === 0 ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]
  execFileSync(file, all, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/tmp' })
}

/** The folder of PostgreSQL's programs; raises an error that names what to install. */
export function postgresFolder(): string {
  const candidates = [
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
    ...(process.env.PATH ?? '').split(':'),
  ]
  const found = candidates.find((folder) => existsSync(join(folder, 'initdb')))
  if (!found) throw new Error('PostgreSQL is missing: install the package postgresql')
  return found
}

/** A port of loopback that nobody uses. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
