import type { z } from 'zod'
import {
  type ActiveSession,
  allSessionsEndedMessage,
  type endPersonSessions as endpoint,
  type listPersonSessions as listEndpoint,
  otherSessionsEndedMessage,
  sessionEndedMessage,
  sessionRefusals,
} from '#contract/accounts/sessions.ts'
import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { peopleRefusals } from '#contract/people/people.ts'
import type { Page } from '#server/database/list/paginate.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { endApiTokens } from '#server/kit/call/session/api-token.ts'
import {
  endPersonSessions as endAll,
  endSessionById,
  type Session,
} from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notify } from '#server/notifications/actions.ts'
import * as people from '#server/people/actions.ts'
import { formatBrowserName } from './browser-name.ts'
import { listSessions } from './own-sessions.ts'

/** Lists a person's sessions for an admin, newest first. Refuses an unknown person (404). */
export async function listPersonSessions(
  context: Context,
  { tokenHash }: Session,
  { person, ...asked }: EndpointQuery<typeof listEndpoint>,
): Promise<Page<ActiveSession>> {
  if (!(await people.personExists(context, person))) throw new Refused(peopleRefusals.unknownPerson)
  return listSessions(context, { personId: person, tokenHash }, asked)
}

/**
 * Ends one of a person's sessions, or all but the admin's own and all API tokens, with their
 * sockets, and notifies the person if any ended. Returns the message. Refuses an unknown person and
 * session (404).
 */
export async function endPersonSessions(
  context: Context<Tx>,
  { personId: adminId, tokenHash }: Session,
  { id, session }: z.output<NonNullable<(typeof endpoint)['body']>>['value'],
): Promise<string> {
  const person = await people.lockPerson(context, id)
  if (!person) throw new Refused(peopleRefusals.unknownPerson)
  const isOwn = id === adminId
  if (session === undefined) {
    const ended = (await endAll(context, id, tokenHash)) + (await endApiTokens(context, id))
    context.live.end({ personId: id, exceptTokenHash: tokenHash })
    if (ended > 0 && !isOwn) await recordAndNotify(context, adminId, person, null)
    return isOwn ? otherSessionsEndedMessage : allSessionsEndedMessage
  }
  const ended = await endSessionById(context, id, session)
  if (!ended) throw new Refused(sessionRefusals.unknownSession)
  context.live.end({ tokenHash: ended.token_hash })
  const browser = formatBrowserName(ended.user_agent) ?? 'an unknown browser'
  if (!isOwn) await recordAndNotify(context, adminId, person, browser)
  return sessionEndedMessage
}

/** `browser` is where the session was; null for all of them. */
async function recordAndNotify(
  context: Context<Tx>,
  adminId: string,
  { id, role }: people.Person,
  browser: string | null,
): Promise<void> {
  // Sessions that have ended are no longer found by their person.
  await recordAudit(context, { kind: 'people', id, after: { sessions: browser ?? 'all' } })
  const by = (await people.findPerson(context, 'admin', { id: adminId }))?.name ?? 'An admin'
  await notify(context, {
    kind: 'signed-out',
    dedupeKey: newId(),
    to: [{ _id: id, role }],
    payload: () => ({ by, browser }),
  })
}
