import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { secondMs } from '#contract/kit/time/durations.ts'

const Made = z.object({ file: z.string(), bytes: z.number(), deleted: z.array(z.string()) })

/** How long an ended process may take to remove its files. */
const endsWithinMs = 10 * secondMs

/**
 * Makes the daily backup; rejects with a one-line Error if it fails, and with the reason of the
 * signal once that aborts.
 */
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
    // One that waits for a disk may not react to the first signal.
    setTimeout(() => child.kill('SIGKILL'), endsWithinMs).unref()
    reject(stopped.reason)
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
