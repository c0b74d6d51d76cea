import { createHmac } from 'node:crypto'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { oidcAttemptMinutes } from '#contract/limits/accounts.ts'
import type { Role } from '#contract/roles.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import type { Checks } from './provider.ts'
import { deleteAttempt, insertAttempt, readAttempt } from './queries.ts'

type Row = Tables['oidc_attempts']

/** What is stored of an attempt, beside its secret and end. */
export type Attempt = Omit<Row, 'secret_hash' | 'expires_at'>

/**
 * Stores an attempt and returns the secret for the browser's cookie. The database has only its
 * hash, and no other browser has it.
 */
export async function saveAttempt(
  { db, clock }: Context,
  attempt: Attempt,
  secret = newSecret(),
): Promise<string> {
  const expires_at = clock() + oidcAttemptMinutes * minuteMs
  await insertAttempt(db, { ...attempt, secret_hash: hashSecret(secret), expires_at })
  return secret
}

/** Derives what the provider is sent from the secret of an attempt. */
export function deriveChecks(secret: string, role: Role): Checks {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(purpose).digest('base64url')
  return {
    // The role says whose login a browser without the cookie is sent to.
    state: `${role}.${derive('state')}`,
    nonce: derive('nonce'),
    codeVerifier: derive('code verifier'),
  }
}

/** Returns the attempt of a browser; undefined if it has none or it has expired. */
export async function findAttempt(
  { db, clock }: Context,
  secret: string | undefined,
): Promise<Row | undefined> {
  if (secret === undefined) return undefined
  return readAttempt(db, { secretHash: hashSecret(secret), now: clock() })
}

/** Uses an attempt up. Returns it to one caller only. */
export function consumeAttempt({ db, clock }: Context, secret: string): Promise<Row | undefined> {
  return deleteAttempt(db, { secretHash: hashSecret(secret), now: clock() })
}
