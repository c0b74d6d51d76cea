import { type PushSubscriptionInput, pushRefusals } from '#contract/notifications/delivery/push.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import { NotSignedIn } from '#server/kit/call/errors.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Session } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { getPublicKey, isPublicKey, makePrivateKey } from '#server/kit/push/encrypt.ts'
import { canBePushServiceUrl } from '#server/kit/push/push-transport.ts'
import { getOrCreateSecretKey } from '#server/kit/secret-keys.ts'
import {
  deleteOtherSubscriptions,
  deleteSubscription,
  readSessionId,
  saveSubscription,
} from './queries.ts'

/** Returns the school's private key; it is created on first use. */
export function readPrivateKey({ db }: Context): Promise<string> {
  return getOrCreateSecretKey(db, 'push-key', makePrivateKey)
}

/** The public key to subscribe with, and the caller's id. */
export async function getPushKey(context: Context, { personId }: Session) {
  return { key: getPublicKey(await readPrivateKey(context)), person: personId }
}

/**
 * Subscribes the browser of this session to push notifications, for as long as the session lasts.
 * Refuses an endpoint that is not a public address, and an invalid key.
 */
export async function subscribe(
  context: Context<Tx>,
  session: Session,
  { endpoint: given, keys }: PushSubscriptionInput,
): Promise<void> {
  const { db, clock, settings } = context
  const url = URL.parse(given)
  if (!url || !(canBePushServiceUrl(url) || url.origin === settings.pushTestOrigin)) {
    throw new Refused(pushRefusals.badAddress)
  }
  if (!isPublicKey(keys.p256dh)) throw new Refused(pushRefusals.badKey)
  const sessionId = await ownSession(context, session)
  const endpoint = url.href
  // Only the person now signed in to this browser is notified there.
  await advisoryLock(db, `push to ${endpoint}`)
  await deleteOtherSubscriptions(db, { endpoint, sessionId })
  await saveSubscription(db, { session_id: sessionId, endpoint, ...keys, created_at: clock() })
  skipAudit(context)
}

/** Turns off push notifications for the browser of this session. */
export async function unsubscribe(context: Context<Tx>, session: Session): Promise<void> {
  await deleteSubscription(context.db, { sessionId: await ownSession(context, session) })
  skipAudit(context)
}

async function ownSession({ db }: Context, { tokenHash }: Session): Promise<string> {
  const session = await readSessionId(db, { tokenHash })
  if (!session) throw new NotSignedIn()
  return session.id
}
