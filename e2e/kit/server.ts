import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')

/** The variable with the path of the seeded school that every test copies. */
export const templateSetting = 'WEEKWARD_TEMPLATE_SCHOOL'

/** The variable with a module that test servers preload. */
export const preloadSetting = 'WEEKWARD_PRELOAD'

/** A host name of the server that browsers do not consider secure. */
export const insecureHost = 'school.test'

/** The time zone of the school and of the browsers, unless a test sets another. */
export const schoolZone = 'Europe/Berlin'

export type Server = {
  url: string
  dataDir: string
  log: string[]
  /** Its standard output. */
  said: string[]
  isRunning: () => boolean
  stop: () => Promise<void>
  /** Kills it, like a power cut. */
  kill: () => Promise<void>
  /** Restarts it at the same address after `stop`. */
  startAgain: () => Promise<void>
  /** Suspends it: calls get no reply until `resume`. */
  pause: () => void
  resume: () => void
}

/** Starts the real server on a free port and waits until it is ready. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const log: string[] = []
  const said: string[] = []
  const started = await launch({ DATA_DIR: dataDir, ...settings }, { log, said })
  const { url } = started
  let { child } = started
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    url,
    dataDir,
    log,
    said,
    isRunning,
    async stop() {
      if (!isRunning()) return
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async startAgain() {
      const { port } = new URL(url)
      child = (await launch({ DATA_DIR: dataDir, ...settings, PORT: port }, { log, said })).child
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  }
}

async function launch(
  settings: Record<string, string>,
  { log, said }: { log: string[]; said: string[] },
) {
  const preload = process.env[preloadSetting]
  const before = preload ? ['--import', preload] : []
  const child = spawn(process.execPath, [...before, join(root, 'server/main.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      TIME_ZONE: schoolZone,
      RATE_LIMIT: 'off',
      DEMO: 'on',
      // Uses no external STUN server.
      ICE_SERVERS: 'none',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface(child.stderr).on('line', (line) => log.push(line))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The server did not start:\n${log.join('\n')}`)))
    createInterface(child.stdout).on('line', (line) => {
      said.push(line)
      const ready = line.match(/^weekward ready on (\S+)$/)?.[1]
      if (ready) resolve(ready)
    })
  })
  return { child, url }
}
