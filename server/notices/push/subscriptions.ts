import { pushRefusals, type Subscription } from '#contract/notices/push.ts'
import { type Tx, takeTurns } from '#server/database/transaction.ts'
import { SessionEnded } from '#server/kit/call/errors.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Session } from '#server/kit/call/session.ts'
import { noteNothing } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { keepKey } from '#server/kit/kept-key.ts'
import { isCarriedTo } from '#server/kit/push/carry.ts'
import { isPublicKey, makePrivateKey, publicKeyOf } from '#server/kit/push/compose.ts'
import { deleteOthersAt, deleteSubscription, keepSubscription, readSessionId } from './queries.ts'

/** The school's own key, which is made when it is first asked for. */
export function readPrivateKey({ db }: Context): Promise<string> {
  return keepKey(db, 'push-key', makePrivateKey)
}

/** With which key a browser subscribes, and for whom. */
export async function readPushKey(context: Context, { personId }: Session) {
  return { key: publicKeyOf(await readPrivateKey(context)), person: personId }
}

/**
 * Sends notices to the browser of this session, too, for as long as there is the session. Refuses
 * what is no public address of a push service, and no key of a browser.
 */
export async function subscribe(
  context: Context<Tx>,
  session: Session,
  { endpoint: given, keys }: Subscription,
): Promise<void> {
  const { db, clock, settings } = context
  const url = URL.parse(given)
  if (!url || !(isCarriedTo(url) || url.origin === settings.pushTestOrigin)) {
    throw new Refused(pushRefusals.badAddress)
  }
  if (!isPublicKey(keys.p256dh)) throw new Refused(pushRefusals.badKey)
  const sessionId = await ownSession(context, session)
  const endpoint = url.href
  // Who is in this browser now is notified there, and nobody who was before.
  await takeTurns(db, `push to ${endpoint}`)
  await deleteOthersAt(db, { endpoint, sessionId })
  await keepSubscription(db, { session_id: sessionId, endpoint, ...keys, created_at: clock() })
  noteNothing(context)
}

/** Sends notices to the browser of this session no more. */
export async function unsubscribe(context: Context<Tx>, session: Session): Promise<void> {
  await deleteSubscription(context.db, { sessionId: await ownSession(context, session) })
  noteNothing(context)
}

async function ownSession({ db }: Context, { tokenHash }: Session): Promise<string> {
  const session = await readSessionId(db, { tokenHash })
  if (!session) throw new SessionEnded()
  return session.id
}
