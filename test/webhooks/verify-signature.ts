import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'
import { getSignedHeaders, type Received } from './receiver.ts'

/**
 * Lets `standardwebhooks` judge a request at an instant (ms since 1970): throws an error unless
 * signature and time are right.
 */
export function verifySignature(secret: string, received: Received, now: number): unknown {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  try {
    return new Webhook(secret).verify(received.body, getSignedHeaders(received))
  } finally {
    vi.useRealTimers()
  }
}
