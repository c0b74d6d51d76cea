import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Made = z.object({ file: z.string(), bytes: z.number(), deleted: z.array(z.string()) })

/** Makes the daily backup; rejects with a one-line Error if it fails. */
export type MakeBackup = (stopped: AbortSignal) => Promise<z.infer<typeof Made>>

/** Makes the backup in a child process with the same settings. When aborted, it leaves no files. */
export const spawnBackup: MakeBackup = async (stopped) => {
  stopped.throwIfAborted()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-process.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => {
    child.kill('SIGTERM')
    // Not awaited: it cleans up by itself.
    child.unref()
    reject(new Error('the server stops'))
  }
  stopped.addEventListener('abort', stop)
  try {
    return await Promise.race([readResult(child), promise])
  } finally {
    stopped.removeEventListener('abort', stop)
  }
}

async function readResult(child: ChildProcessByStdio<null, Readable, Readable>) {
  const [said, wrong, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(wrong.split('\n')[0] || `the process ended with ${code}`)
  return Made.parse(JSON.parse(said))
}
