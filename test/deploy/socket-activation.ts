import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { startProcess } from '../processes/process.ts'

const root = join(import.meta.dirname, '../..')
const startsWithinMs = 60_000

/**
 * Starts Weekward like `deploy/weekward.socket` and `weekward.service`: systemd's own program opens
 * the socket, and a shell instead of systemd holds it and restarts the server.
 */
export async function startOnHeldSocket(port: number, settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-held-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = {
    DATA_DIR: dataDir,
    DEMO: 'on',
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    ...settings,
  }
  const again =
    'while true; do sh -c \'echo "pid $$"; LISTEN_PID=$$ exec "$0" server/main.ts\' "$0"; done'
  const held = startProcess(
    'systemd-socket-activate',
    [
      `--listen=127.0.0.1:${port}`,
      ...Object.entries(env).map(([name, value]) => `--setenv=${name}=${value}`),
      ...['sh', '-c', again, process.execPath],
    ],
    { cwd: root, env: { PATH: process.env.PATH } },
  )
  const ready = () => held.out.filter((line) => line.startsWith('weekward ready')).length
  return {
    dataDir,
    /** Stops the server and waits until the next one is ready. */
    async restart(): Promise<void> {
      const before = ready()
      const pid = held.out.findLast((line) => line.startsWith('pid '))?.slice(4)
      process.kill(Number(pid), 'SIGTERM')
      await vi.waitUntil(() => ready() > before, startsWithinMs)
    },
  }
}
