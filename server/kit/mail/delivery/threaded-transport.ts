import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { secondMs } from '#contract/kit/time/durations.ts'
import { makeOnDemandThread } from '../../worker-thread.ts'
import type { DeliveryResult, MailTransport, OutgoingMail } from './mail-transport.ts'

/** A message to the thread: a mail, and the port for its result. */
export type TransportRequest = { delivery: OutgoingMail; port: MessagePort }

const threadEnded: DeliveryResult = {
  isAccepted: false,
  reason: 'The mail worker stopped while sending',
  isPermanent: false,
}

/** A thread that is silent this long after a try's time limit is stuck. */
const graceMs = 10 * secondMs

/**
 * Makes a transport that renders and sends mails in a worker thread, so that calls are not delayed.
 * If the thread dies, `onError` is called, its mails fail with an unknown outcome, and the next
 * mail starts a new thread.
 */
export function makeThreadedTransport(onError: (error: unknown) => void): MailTransport {
  // React's development checks take as long as the rendering.
  const env = { ...process.env, NODE_ENV: 'production' }
  const thread = makeOnDemandThread(import.meta.resolve('./transport-worker.ts'), { env, onError })
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
        // The port also closes when the thread ends.
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
