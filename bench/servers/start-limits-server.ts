import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Starts one of the servers of `limits-server.ts` in a process of its own. */
export async function startLimitsServer(kind: 'weekward' | 'unlimited') {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'limits-server.ts'), kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [, url = '', token = ''] = await new Promise<string[]>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server did not start')))
    createInterface(child.stdout).once('line', (line) => resolve(line.split(' ')))
  })
  return {
    url,
    token,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
