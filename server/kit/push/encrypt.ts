import { createECDH, ECDH } from 'node:crypto'
import { secondMs } from '#contract/kit/time/durations.ts'
import type { PostRequest } from '#server/kit/outbound/post.ts'

const curve = 'prime256v1'

/** A browser's push subscription (RFC 8291). */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  payload: string
  /** How long the push service keeps it for an offline browser, in ms. */
  keptForMs: number
  urgency: 'low' | 'normal' | 'high'
  /** The push service replaces older messages of the same topic; at most 32 characters. */
  topic: string
}

/** The sender's identity for push services (VAPID, RFC 8292). */
export type PushSender = { privateKey: string; subject: string }

/** Encrypts a message for a browser and signs the request. */
export async function encryptPush(
  { endpoint, ...keys }: PushTarget,
  { payload, keptForMs, urgency, topic }: PushMessage,
  { privateKey, subject }: PushSender,
): Promise<PostRequest> {
  // Loaded on demand, since not every school uses push.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, {
    vapidDetails: { subject, privateKey, publicKey: getPublicKey(privateKey) },
    TTL: Math.ceil(keptForMs / secondMs),
    urgency,
    topic,
    contentEncoding: 'aes128gcm',
  })
  if (!body) throw new Error('a push has no content')
  return { url: endpoint, headers, body }
}

export function makePrivateKey(): string {
  const made = createECDH(curve)
  made.generateKeys()
  // One key in 256 lacks its leading zeros.
  return Buffer.from(made.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
}

export function getPublicKey(privateKey: string): string {
  const known = createECDH(curve)
  known.setPrivateKey(privateKey, 'base64url')
  return known.getPublicKey('base64url')
}

/** Whether a text is a valid public key on the curve. */
export function isPublicKey(key: string): boolean {
  try {
    ECDH.convertKey(key, curve, 'base64url')
    return true
  } catch {
    return false
  }
}
