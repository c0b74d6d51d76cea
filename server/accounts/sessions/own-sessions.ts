import { type ActiveSession, sessionRefusals } from '#contract/accounts/sessions.ts'
import type { PageRequest } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endApiTokens } from '#server/kit/call/session/api-token.ts'
import {
  endPersonSessions,
  endSessionById,
  type Session,
} from '#server/kit/call/session/session.ts'
import { getSessionCutoffs } from '#server/kit/call/session/session-queries.ts'
import type { Context } from '#server/kit/context.ts'
import { formatBrowserName } from './browser-name.ts'
import { readSessions } from './list-query.ts'

/** Lists a person’s sessions, newest first; `tokenHash` is that of the call. */
export async function listSessions(
  { db, clock }: Context,
  { personId, tokenHash }: Pick<Session, 'personId' | 'tokenHash'>,
  asked: PageRequest,
): Promise<Page<ActiveSession>> {
  const page = await readSessions(db, { personId, ...getSessionCutoffs(clock()) }, asked)
  return mapPage(page, (row) => ({
    _id: row.id,
    signedInAt: toIsoInstant(row.created_at),
    usedAt: toIsoInstant(row.used_at),
    browser: formatBrowserName(row.user_agent),
    address: row.address,
    isThis: row.token_hash === tokenHash,
  }))
}

/** Ends one of the caller's sessions and its sockets. Refuses someone else's. */
export async function endOwnSession(
  context: Context<Tx>,
  { personId }: Session,
  id: string,
): Promise<void> {
  const ended = await endSessionById(context, personId, id)
  if (!ended) throw new Refused(sessionRefusals.unknownSession)
  context.live.end({ tokenHash: ended.token_hash })
}

/** Ends all of the caller’s sessions except this one, their sockets, and all their API tokens. */
export async function endOwnOtherSessions(
  context: Context<Tx>,
  { personId, tokenHash }: Session,
): Promise<void> {
  await endPersonSessions(context, personId, tokenHash)
  await endApiTokens(context, personId)
  context.live.end({ personId, exceptTokenHash: tokenHash })
}
