import { hash, randomBytes, randomUUID } from 'node:crypto'

let lastMs = 0
let countInMs = 0
const countsInMs = 0x1000

/**
 * A new id; later ones sort after earlier ones, so a list in order of id is in order of age. It is
 * a UUID of version 7 whose first random bits count, as many ids can be made in one millisecond.
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

/** An unguessable text of 256 bits, for sessions and invitations. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret: it cannot be turned back, and 256 random bits need no salt. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
