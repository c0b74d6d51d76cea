import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../databases/postgres.ts'

const caddyfile = join(import.meta.dirname, '../../deploy/Caddyfile')
const readyWithinMs = 20_000
const lookEveryMs = 50

/** Caddy with our Caddyfile: its URL and the file of its certificate authority. */
export type Caddy = { url: string; authority: string; stop: () => Promise<void> }

/**
 * Starts Caddy in front of local Weekward processes, with their ports in the Caddyfile's format.
 */
export async function startCaddyProcess(
  weekwardPort: number | string,
  httpsPort: number,
): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-caddy-'))
  const options = [
    ...['local_certs', 'skip_install_trust'],
    ...[`http_port ${await findFreePort()}`, `https_port ${httpsPort}`],
  ]
  const caddy = spawn('caddy', ['run', '--config', caddyfile], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      DOMAIN: 'localhost',
      WEEKWARD_PORT: String(weekwardPort),
      CADDY_GLOBAL_OPTIONS: options.join('\n'),
    },
  })
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt')
  const deadline = performance.now() + readyWithinMs
  while (!existsSync(authority)) {
    if (performance.now() > deadline) throw new Error('Caddy did not start')
    await wait(lookEveryMs)
  }
  return {
    url: `https://localhost:${httpsPort}`,
    authority,
    async stop() {
      if (caddy.exitCode === null && caddy.signalCode === null) {
        caddy.kill()
        await once(caddy, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
