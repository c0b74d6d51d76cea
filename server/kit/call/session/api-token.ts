import { z } from 'zod'
import { tokenScopes } from '#contract/kit/api-tokens/token-scopes.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '../../context.ts'
import { recordAudit } from '../audit.ts'
import {
  deleteApiToken,
  deleteApiTokens,
  lockApiTokenRow,
  readApiToken,
  touchApiToken,
} from './api-token-queries.ts'
import { type Session, toSession, touchIntervalMs, waitBrieflyForTouch } from './session.ts'

/**
 * Finds the session of an API token by its hash; undefined if there is none, it has expired, or its
 * owner is blocked. With `withoutTouch` this does not count as a use.
 */
export async function findApiTokenSession(
  context: Context,
  tokenHash: string,
  { withoutTouch = false } = {},
): Promise<Session | undefined> {
  const { db, clock } = context
  const now = clock()
  const row = await readApiToken(db, { tokenHash, now })
  if (!row) return undefined
  if (!withoutTouch && (row.used_at ?? 0) <= now - touchIntervalMs) {
    await waitBrieflyForTouch(touchApiToken(db, { tokenHash, now }))
  }
  return toTokenSession(row, tokenHash)
}

/** Finds a live API token and locks it until the transaction is over. */
export async function lockApiToken(
  { db, clock }: Context<Tx>,
  tokenHash: string,
): Promise<Session | undefined> {
  const row = await lockApiTokenRow(db, { tokenHash, now: clock() })
  return row && toTokenSession(row, tokenHash)
}

function toTokenSession(
  row: NonNullable<Awaited<ReturnType<typeof readApiToken>>>,
  tokenHash: string,
): Session {
  const { token_id: id, token_name: name, scopes } = row
  return { ...toSession(row, tokenHash), apiToken: { id, name, scopes: parseScopes(scopes) } }
}

const StoredScopes = z.array(z.enum(tokenScopes))

/** Reads the scopes of a token as they are stored. */
export function parseScopes(json: string): z.infer<typeof StoredScopes> {
  return StoredScopes.parse(JSON.parse(json))
}

/** Ends an API token of a person; returns whether they have it. */
export async function endApiToken(
  context: Context<Tx>,
  personId: string,
  id: string,
): Promise<boolean> {
  const ended = await deleteApiToken(context.db, { personId, id })
  await recordEnded(context, ended)
  return ended.length > 0
}

/** Ends all API tokens of a person, and returns how many. */
export async function endApiTokens(context: Context<Tx>, personId: string): Promise<number> {
  const ended = await deleteApiTokens(context.db, { personId })
  await recordEnded(context, ended)
  return ended.length
}

async function recordEnded(context: Context<Tx>, ended: Tables['api_tokens'][]): Promise<void> {
  for (const { person_id: id, name } of ended) {
    const [before, after] = [{ api_token: name }, { api_token: null }]
    await recordAudit(context, { kind: 'people', id, before, after })
  }
}
