import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

const Started = z.string()
const Gone = z.object({ mails: z.number(), people: z.number() })

/**
 * Starts a mail server that takes so long (ms) for each mail, in a thread of its own: what it has to
 * do is not part of what calls wait for.
 */
export async function startMailSink(takesMs: number) {
  const thread = new Worker(new URL(import.meta.resolve('./mail-sink-thread.ts')), {
    workerData: takesMs,
  })
  const [url] = await once(thread, 'message')
  return {
    url: Started.parse(url),
    /** How many mails it has taken, and to how many people they went. */
    async gone(): Promise<z.infer<typeof Gone>> {
      thread.postMessage('gone')
      const [gone] = await once(thread, 'message')
      return Gone.parse(gone)
    },
    stop: () => thread.terminate(),
  }
}
