import type { IncomingMessage } from 'node:http'
import { secondMs } from '#contract/kit/time/durations.ts'
import { createOutboundClient, type OutboundOptions } from './client.ts'

export type PostRequest = {
  url: string
  headers: Record<string, string | number>
  body: Buffer
}

/** The reply of another system. */
export type PostResponse = {
  status: number
  /** The Retry-After of the reply in ms; undefined without one. */
  retryAfterMs: number | undefined
  /** The beginning of its text; it may be cut. */
  text: string
}

export type PostTransport = {
  /** Sends a request. Rejects with NotPublic, or with a network error. */
  post: (message: PostRequest, stopped: AbortSignal) => Promise<PostResponse>
  close: () => void
}

type PostOptions = OutboundOptions & {
  /** How many bytes of the reply are returned; none by default. */
  keptBytes?: number
}

/** The most that is read of a reply, so that the connection can be reused; one longer closes it. */
const answerMaxBytes = 16 * 1024

/** Creates a transport that posts messages, and reads little of the replies. */
export function createPostTransport({ keptBytes = 0, ...options }: PostOptions): PostTransport {
  const client = createOutboundClient(options)
  return {
    post: ({ body, ...asked }, stopped) =>
      new Promise((resolve, reject) => {
        let fail = reject
        const request = client.begin({ ...asked, method: 'POST' }, stopped, (response) => {
          const { statusCode: status = 0, headers } = response
          const retryAfterMs = parseRetryAfter(headers['retry-after'])
          // Once there is a status, what is missing of the text does not matter.
          fail = readSome(response, keptBytes, (text) => resolve({ status, retryAfterMs, text }))
        })
        request.on('error', (error) => fail(error))
        request.end(body)
      }),
    close: client.close,
  }
}

/**
 * Reads a reply and hands over its beginning as soon as that is there, or the reply has ended or
 * failed. Reads on so that the connection can be reused. Returns a function that ends it early.
 */
function readSome(
  response: IncomingMessage,
  keptBytes: number,
  done: (text: string) => void,
): () => void {
  const parts: Buffer[] = []
  let bytes = 0
  const finish = () => done(Buffer.concat(parts).subarray(0, keptBytes).toString().toWellFormed())
  if (keptBytes === 0) finish()
  response.on('error', finish)
  response.on('close', finish)
  response.on('data', (part: Buffer) => {
    if (bytes < keptBytes) parts.push(part)
    bytes += part.length
    if (bytes >= keptBytes) finish()
    if (bytes > answerMaxBytes) response.destroy()
  })
  return finish
}

function parseRetryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * secondMs : undefined
}
