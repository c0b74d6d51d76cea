import { createECDH, ECDH } from 'node:crypto'
import { secondMs } from '#contract/kit/time/time.ts'

const curve = 'prime256v1'

/** A browser that is pushed to: where, and with which keys (RFC 8291). */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  payload: string
  /** So long a push service keeps it for a browser that is away. */
  keptForMs: number
  urgency: 'low' | 'normal' | 'high'
  /** Of what has the same a push service keeps the newest alone: at most 32 letters. */
  topic: string
}

/** Who pushes, as push services are told (RFC 8292). */
export type PushSender = { privateKey: string; subject: string }

/** What goes over the line. */
export type PushRequest = {
  endpoint: string
  headers: Record<string, string | number>
  body: Buffer
}

/** Puts a message into the form that a browser alone can read, signed by who sends it. */
export async function composePush(
  { endpoint, ...keys }: PushTarget,
  { payload, keptForMs, urgency, topic }: PushMessage,
  { privateKey, subject }: PushSender,
): Promise<PushRequest> {
  // Only a school that pushes needs it.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, {
    vapidDetails: { subject, privateKey, publicKey: getPublicKey(privateKey) },
    TTL: Math.ceil(keptForMs / secondMs),
    ...{ urgency, topic, contentEncoding: 'aes128gcm' },
  })
  if (!body) throw new Error('a push has no content')
  return { endpoint, headers, body }
}

/** Makes a private key for a school. */
export function makePrivateKey(): string {
  const made = createECDH(curve)
  made.generateKeys()
  // It comes without the zeros that it begins with, once in 256 times.
  return Buffer.from(made.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
}

/** The public key that belongs to a private one. */
export function getPublicKey(privateKey: string): string {
  const known = createECDH(curve)
  known.setPrivateKey(privateKey, 'base64url')
  return known.getPublicKey('base64url')
}

/** Whether something is a point of the curve, with which a message can be encrypted. */
export function isPublicKey(key: string): boolean {
  try {
    ECDH.convertKey(key, curve, 'base64url')
    return true
  } catch {
    return false
  }
}
