import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { makeCarrier } from './carrier.ts'
import type { Given } from './thread.ts'

/** Calls go first where both want the processor. */
const lessUrgent = 10
// On Linux a thread has a priority of its own; elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(lessUrgent)

const carrier = makeCarrier()
parentPort?.on('message', async ({ delivery, tell }: Given) => {
  tell.postMessage(await carrier.carry(delivery))
})
