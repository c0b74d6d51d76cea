import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')

/** The variable that tells the workers where the seeded school lies that every test copies. */
export const templateSetting = 'WEEKWARD_TEMPLATE_SCHOOL'

/** The zone of the school, which is the browsers' own too unless a test says otherwise. */
export const schoolZone = 'Europe/Berlin'

export type Server = { url: string; dataDir: string; log: string[]; stop: () => Promise<void> }

/** Starts the real server on a free port and waits until it says that it is ready. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      TIME_ZONE: schoolZone,
      RATE_LIMIT: 'off',
      DEMO: 'on',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log: string[] = []
  createInterface(child.stderr).on('line', (line) => log.push(line))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The server did not start:\n${log.join('\n')}`)))
    createInterface(child.stdout).on('line', (line) => {
      const ready = line.match(/^weekward ready on (\S+)$/)?.[1]
      if (ready) resolve(ready)
    })
  })
  return {
    url,
    dataDir,
    log,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
