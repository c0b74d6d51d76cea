import { parentPort } from 'node:worker_threads'
import { giveWay } from '../../give-way.ts'
import { makeCarrier } from './carrier.ts'
import type { Given } from './carrier-thread.ts'

// Elsewhere it would be the whole server that gives way.
if (process.platform === 'linux') giveWay()

const carrier = makeCarrier()
parentPort?.on('message', async ({ delivery, tell }: Given) => {
  tell.postMessage(await carrier.carry(delivery))
})
