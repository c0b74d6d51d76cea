import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../../lower-priority.ts'
import { makeMailTransport } from './mail-transport.ts'
import type { TransportRequest } from './threaded-transport.ts'

// On other systems this would lower the priority of the whole process.
if (process.platform === 'linux') lowerPriority()

const transport = makeMailTransport()
parentPort?.on('message', async ({ delivery, port }: TransportRequest) => {
  port.postMessage(await transport.send(delivery))
})
