import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

const Started = z.string()
const Gone = z.object({ mails: z.number(), people: z.number() })

/**
 * Starts a mail server that takes this long (ms) for each mail, in a worker thread so that it does
 * not slow down the calls.
 */
export async function startMailSink(takesMs: number) {
  const thread = new Worker(new URL(import.meta.resolve('./mail-sink-thread.ts')), {
    workerData: takesMs,
  })
  const [url] = await once(thread, 'message')
  return {
    url: Started.parse(url),
    /** How many mails it has accepted, and for how many people. */
    async gone(): Promise<z.infer<typeof Gone>> {
      thread.postMessage('gone')
      const [gone] = await once(thread, 'message')
      return Gone.parse(gone)
    },
    stop: () => thread.terminate(),
  }
}
