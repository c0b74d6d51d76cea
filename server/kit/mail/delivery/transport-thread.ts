import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { secondMs } from '#contract/kit/time/time.ts'
import { makeWorkerThread } from '../../worker-thread.ts'
import type { Delivery, DeliveryResult, MailTransport } from './mail-transport.ts'

/** What the thread is given: a mail, and where to tell how it went. */
export type TransportRequest = { delivery: Delivery; port: MessagePort }

const threadEnded: DeliveryResult = {
  isAccepted: false,
  reason: 'The mail worker stopped while sending',
  isPermanent: false,
}

/** A thread that tells nothing for so much longer than a try may take is stuck. */
const graceMs = 10 * secondMs

/**
 * A transport in a thread of its own, where writing and sending mails holds up no call. An error that
 * ends the thread is told to `onError`; what was on its way is not taken then, or nobody knows, and
 * the next mail has a new thread.
 */
export function makeTransportThread(onError: (error: unknown) => void): MailTransport {
  // React does without its checks, which take as long as its work.
  const env = { ...process.env, NODE_ENV: 'production' }
  const thread = makeWorkerThread(import.meta.resolve('./transport-worker.ts'), { env, onError })
  let underWay = 0

  function endStuck(): void {
    onError(new Error('The mail worker is stuck'))
    thread.end().catch(onError)
  }

  return {
    send: (delivery) =>
      new Promise((resolve) => {
        const running = thread.take()
        const { port1, port2: port } = new MessageChannel()
        const stuck = setTimeout(endStuck, delivery.tryMs + graceMs).unref()
        let delivered = threadEnded
        port1.once('message', (result: DeliveryResult) => {
          delivered = result
          port1.close()
        })
        // It closes with the thread, too.
        port1.once('close', () => {
          clearTimeout(stuck)
          underWay -= 1
          if (underWay === 0) thread.rest()
          resolve(delivered)
        })
        underWay += 1
        running.postMessage({ delivery, port } satisfies TransportRequest, [port])
      }),
    stop: thread.end,
  }
}
