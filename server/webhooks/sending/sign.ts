import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** Returns a new secret, as receivers enter it. */
export function makeWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** What is signed: the id of the event, the time of the attempt in seconds, and the sent text. */
type Signed = { id: string; timestamp: number; payload: string }

/**
 * Returns the header `webhook-signature` (Standard Webhooks): a signature for each secret, so that
 * a receiver may know the old or the new one.
 */
export function signWebhook(
  secrets: readonly string[],
  { id, timestamp, payload }: Signed,
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`
    })
    .join(' ')
}
