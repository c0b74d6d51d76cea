import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'

/** A new id; later ones sort after earlier ones, so a list in order of id is in order of age. */
export function newId(): string {
  return randomUUIDv7()
}

/** An unguessable text of 256 bits, for sessions and invitations. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret: it cannot be turned back, and 256 random bits need no salt. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
