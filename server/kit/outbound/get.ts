import type { IncomingMessage } from 'node:http'
import { createOutboundClient, type OutboundOptions } from './client.ts'
import { readAtMost, TooLarge } from './read-at-most.ts'

type GetRequest = { url: string; headers: Record<string, string> }

type GetAnswer = {
  status: number
  headers: IncomingMessage['headers']
  /** The whole reply if the status is 200, else empty. */
  body: Buffer
}

export type GetTransport = {
  /**
   * Gets what is at an address. Rejects with NotPublic, TooLarge, a DOMException if it takes too
   * long, or a network error.
   */
  get: (asked: GetRequest, stopped: AbortSignal) => Promise<GetAnswer>
  close: () => void
}

/** Creates a transport that gets whole replies of at most so many bytes. */
export function createGetTransport({
  maxBytes,
  ...options
}: OutboundOptions & { maxBytes: number }): GetTransport {
  const client = createOutboundClient(options)
  return {
    get: (asked, stopped) =>
      new Promise((resolve, reject) => {
        const request = client.begin({ ...asked, method: 'GET' }, stopped, (response) => {
          const { statusCode: status = 0, headers } = response
          readAll(response, status === 200 ? maxBytes : 0)
            .then((body) => resolve({ status, headers, body }))
            .catch(reject)
        })
        request.on('error', reject)
        request.end()
      }),
    close: client.close,
  }
}

/** Reads a reply; with 0 bytes it is dropped. */
async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (maxBytes === 0) {
    response.destroy()
    return Buffer.alloc(0)
  }
  if (Number(response.headers['content-length']) > maxBytes) {
    response.destroy()
    throw new TooLarge()
  }
  return readAtMost(response, maxBytes)
}
