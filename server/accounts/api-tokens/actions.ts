import {
  type ApiToken,
  apiTokenRefusals,
  type listPersonTokens as listEndpoint,
  type NewApiToken,
} from '#contract/accounts/api-tokens.ts'
import type { EndpointQuery, PageRequest } from '#contract/kit/endpoint.ts'
import type { Refusal } from '#contract/kit/refusal.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { apiTokenDaysDefault, apiTokenDaysMax, apiTokensMax } from '#contract/limits/accounts.ts'
import { peopleRefusals } from '#contract/people/people.ts'
import { makeUniqueViolationMatcher } from '#server/database/errors/constraint-errors.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import { endApiToken, parseScopes } from '#server/kit/call/session/api-token.ts'
import { newApiToken } from '#server/kit/call/session/api-token-format.ts'
import type { Session } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newId } from '#server/kit/id.ts'
import { notify } from '#server/notifications/actions.ts'
import * as people from '#server/people/actions.ts'
import { countLiveTokens, insertApiToken, readApiTokens } from './queries.ts'

/**
 * Creates an API token of the caller, notifies them, and returns it, of which only the hash is
 * stored. Refuses an end that has passed or is too far away (400), a name that another of their
 * tokens has, and more tokens than a person can have (409).
 */
export async function createToken(
  context: Context<Tx>,
  { personId, role }: Session,
  { name, scopes: chosen, expiresAt }: NewApiToken,
): Promise<ApiToken & { token: string }> {
  const { db, clock } = context
  const now = clock()
  const end = expiresAt === undefined ? now + apiTokenDaysDefault * dayMs : Date.parse(expiresAt)
  if (end <= now || end > now + apiTokenDaysMax * dayMs) {
    throw refuseField(apiTokenRefusals.badEnd, 'expiresAt')
  }
  // Two calls at once would both find room for one more.
  await people.lockPerson(context, personId)
  const { count } = await countLiveTokens(db, { personId, now })
  if (count >= apiTokensMax) throw new Refused(apiTokenRefusals.tooMany)
  const token = newApiToken()
  const scopes = [...new Set(chosen)]
  const row: Tables['api_tokens'] = {
    id: newId(),
    person_id: personId,
    name,
    scopes: JSON.stringify(scopes),
    token_hash: hashSecret(token),
    last_four: token.slice(-4),
    created_at: now,
    used_at: null,
    expires_at: end,
  }
  await refuseOnViolation(
    makeUniqueViolationMatcher('api_tokens', 'person_id'),
    apiTokenRefusals.nameTaken,
    insertApiToken(db, row),
  )
  await recordAudit(context, {
    kind: 'people',
    id: personId,
    before: { api_token: null },
    after: { api_token: name, api_token_scopes: scopes.join(', '), api_token_expires_at: end },
  })
  await notify(context, {
    kind: 'token-created',
    dedupeKey: row.id,
    to: [{ _id: personId, role }],
    payload: () => ({ token: name }),
  })
  return { token, ...toApiToken(row) }
}

function refuseField(refusal: Refusal, field: string): Refused {
  return new Refused(refusal, { errors: { [field]: refusal.message } })
}

type Listed = Omit<Tables['api_tokens'], 'person_id' | 'token_hash'>

function toApiToken(row: Listed): ApiToken {
  return {
    _id: row.id,
    name: row.name,
    scopes: parseScopes(row.scopes),
    lastFour: row.last_four,
    createdAt: toIsoInstant(row.created_at),
    lastUsedAt: row.used_at === null ? null : toIsoInstant(row.used_at),
    expiresAt: toIsoInstant(row.expires_at),
  }
}

/** Lists a person's API tokens, newest first. */
export async function listTokens(
  { db }: Context,
  personId: string,
  asked: PageRequest,
): Promise<Page<ApiToken>> {
  return mapPage(await readApiTokens(db, { personId }, asked), toApiToken)
}

/** Ends one of the caller's API tokens. Refuses someone else's. */
export async function endToken(
  context: Context<Tx>,
  { personId }: Session,
  id: string,
): Promise<void> {
  const isOwn = await endApiToken(context, personId, id)
  if (!isOwn) throw new Refused(apiTokenRefusals.unknownToken)
}

/** Lists a person's API tokens for an admin. Refuses an unknown person (404). */
export async function listPersonTokens(
  context: Context,
  { person, ...asked }: EndpointQuery<typeof listEndpoint>,
): Promise<Page<ApiToken>> {
  if (!(await people.personExists(context, person))) throw new Refused(peopleRefusals.unknownPerson)
  return listTokens(context, person, asked)
}

/** Ends one of a person's API tokens. Refuses an unknown person and token (404). */
export async function endPersonToken(
  context: Context<Tx>,
  { id, token }: { id: string; token: string },
): Promise<void> {
  if (!(await people.personExists(context, id))) throw new Refused(peopleRefusals.unknownPerson)
  const isTheirs = await endApiToken(context, id, token)
  if (!isTheirs) throw new Refused(apiTokenRefusals.unknownToken)
}
