import { hash, randomBytes, randomUUID } from 'node:crypto'

let lastMs = 0
let countInMs = 0
const countsInMs = 0x1000

/**
 * Returns a new id. Ids sort by creation. It is a UUID of version 7 whose first random bits are a
 * counter, as many ids can be made in one millisecond.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    countInMs = 0
  } else if (++countInMs === countsInMs) {
    lastMs += 1
    countInMs = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const count = countInMs.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${randomUUID().slice(18)}`
}

/** Returns 256 random bits as text, for sessions and links. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash to store in place of a secret; 256 random bits need no salt. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
