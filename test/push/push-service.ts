import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PushPayload } from '#contract/notifications/delivery/push.ts'
import { decrypt, type FakeBrowser, makeFakeBrowser } from './fake-browser.ts'

/** A decrypted message, with its headers to the push service. */
export type ReceivedPush = {
  browser: string
  ttl: number
  urgency: string
  topic: string
  subject: string
  pushed: PushPayload
}

/** A push service's refusal, which a test changes while the service runs. */
type PushFailure = {
  status?: number | undefined
  headers?: Record<string, string>
  body?: string
  hangs?: boolean
}

const quietWithinMs = 5_000

/**
 * A push service on loopback (RFC 8030). It only accepts messages that are signed by the
 * subscription's key (RFC 8292) and that this browser can decrypt (RFC 8291).
 */
export async function startPushService() {
  const browsers = new Map<string, { browser: FakeBrowser; serverKey: string }>()
  const messages: ReceivedPush[] = []
  /** All requests, whatever the outcome. */
  const asked: string[] = []
  const failure: PushFailure = {}
  let wake = () => {}

  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    // A killed server's incomplete message does not count.
    const body = await readBody(request).catch(() => undefined)
    if (!body || failure.hangs) return
    const { status, headers = {}, body: said = '' } = failure
    if (status !== undefined) return response.writeHead(status, headers).end(said)
    try {
      messages.push(take(request, body))
      response.writeHead(201, { location: `${origin}/message/${messages.length}` }).end()
    } catch (error) {
      response.writeHead(400).end(String(error))
    } finally {
      wake()
    }
  })

  function take({ method, url = '', headers }: IncomingMessage, body: Buffer): ReceivedPush {
    const name = url.replace('/push/', '')
    const known = browsers.get(name)
    if (method !== 'POST' || !known) throw new Error('nobody has subscribed here')
    const { authorization = '', ttl, urgency, topic } = headers
    if (!/^\d+$/.test(String(ttl))) throw new Error('a message must have a TTL')
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as agreed')
    const { subject } = readVapid(authorization, { origin, serverKey: known.serverKey })
    const pushed = PushPayload.parse(JSON.parse(decrypt(known.browser, body)))
    return {
      browser: name,
      ttl: Number(ttl),
      urgency: String(urgency),
      topic: String(topic),
      subject,
      pushed,
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server on a port has an address with a port.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    messages,
    asked,
    trouble: failure,
    /** Subscribes a browser with the key of the server that may push to it. */
    subscribe(name: string, serverKey: string) {
      const browser = makeFakeBrowser()
      browsers.set(name, { browser, serverKey })
      return { endpoint: `${origin}/push/${name}`, keys: browser.keys }
    },
    /** Waits for so many messages. */
    async received(count: number): Promise<ReceivedPush[]> {
      while (messages.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return messages
    },
    /** Waits until everything sent by a killed client is read. */
    async untilQuiet() {
      const open = promisify(server.getConnections.bind(server))
      const deadline = performance.now() + quietWithinMs
      while ((await open()) > 0 && performance.now() < deadline) await setTimeout(5)
    },
    stop() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/**
 * Verifies a VAPID header. Throws an Error unless it is signed by the right key, for this service
 * and a short time.
 */
function readVapid(header: string, expected: { origin: string; serverKey: string }) {
  const [, token = '', key = ''] = header.match(/^vapid t=([\w.-]+), ?k=([\w-]+)$/) ?? []
  if (key !== expected.serverKey) throw new Error('signed with another key')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature is wrong')
  const said = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const { aud, exp, sub } = said(claims)
  const seconds = Date.now() / 1000
  if (said(head).alg !== 'ES256') throw new Error('signed in another way')
  if (aud !== expected.origin) throw new Error('signed for another service')
  if (!(exp > seconds && exp <= seconds + 24 * 60 * 60)) throw new Error('signed for too long')
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('nobody to turn to')
  return { subject: String(sub) }
}
