import type { FastifyBaseLogger } from 'fastify'
import { hourMs, minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { pushTriesMax } from '#contract/limits/notifications.ts'
import type { Role } from '#contract/roles.ts'
import { getSessionCutoffs } from '#server/kit/call/session/session-queries.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { forEachConcurrently } from '#server/kit/limits/concurrency.ts'
import type { PostResponse, PostTransport } from '#server/kit/outbound/post.ts'
import { NotPublic } from '#server/kit/outbound/public-addresses.ts'
import { encryptPush, type PushMessage } from '#server/kit/push/encrypt.ts'
import { createPushTransport } from '#server/kit/push/push-transport.ts'
import { toPushMessage } from './message.ts'
import {
  claimDueNotifications,
  claimPush,
  delayPush,
  deletePush,
  deleteSubscription,
  hasDueNotifications,
  insertPushes,
  readDuePushes,
  readSubscription,
  readUnreadNotification,
} from './queries.ts'
import { readPrivateKey } from './subscriptions.ts'

/** Longer than any attempt takes; a push whose process died is retried after it. */
const claimMs = minuteMs
/** The pause before the first retry; each later one is four times as long. */
const firstRetryMs = 15 * secondMs
/** Notifications turned into pushes per transaction. */
const noticesAtOnce = 100
/** Pushes sent at once. */
export const concurrentPushes = 16

type Push = { noticeId: string; sessionId: string }

type Pusher = {
  /** Sends due pushes. Starts no more once `stopped` aborts. */
  deliver: (stopped: AbortSignal) => Promise<void>
  /** Aborts requests under way; they are retried, although the service may have accepted them. */
  close: () => void
}

/** Creates the pusher, which sends notifications to browsers after their transaction. */
export function createPusher(context: Context, log: Pick<FastifyBaseLogger, 'warn'>): Pusher {
  const { db, clock, settings } = context
  const transport = createPushTransport(settings.pushTestOrigin)
  const closing = new AbortController()
  return {
    async deliver(stopped) {
      while (!stopped.aborted && (await createDuePushes(context)));
      while (!stopped.aborted) {
        const due = await readDuePushes(db, { now: clock() })
        if (due.length === 0) return
        await forEachConcurrently(
          due,
          concurrentPushes,
          async ({ notification_id, session_id }) => {
            const push = { noticeId: notification_id, sessionId: session_id }
            if (!stopped.aborted)
              await send({ context, transport, log, closed: closing.signal }, push)
          },
        )
      }
    },
    close() {
      closing.abort()
      transport.close()
    },
  }
}

/**
 * Creates the pushes of due notifications, one for each of their recipients' browsers; false if
 * none was due.
 */
async function createDuePushes(context: Context): Promise<boolean> {
  if (!(await hasDueNotifications(context.db, { now: context.clock() }))) return false
  return inTransaction(context, async ({ db, clock }) => {
    const now = clock()
    const taken = await claimDueNotifications(db, { now, atMost: noticesAtOnce })
    const ids = taken.map(({ id }) => id)
    const { beginning } = getSessionCutoffs(now)
    if (ids.length > 0) await insertPushes(db, { ids, now, beginning })
    return ids.length > 0
  })
}

type Sending = {
  context: Context
  transport: PostTransport
  log: Pick<FastifyBaseLogger, 'warn'>
  closed: AbortSignal
}

async function send(sending: Sending, push: Push): Promise<void> {
  const { context, transport, log, closed } = sending
  const { db, clock } = context
  const now = clock()
  const claimed = await claimPush(db, { ...push, now, until: now + claimMs })
  if (!claimed) return
  const { attempts } = claimed
  const browser = attempts <= pushTriesMax ? await readSubscription(db, push) : undefined
  const message = browser && (await findMessage(context, browser, push))
  if (!message) return deletePush(db, push)

  const sender = { privateKey: await readPrivateKey(context), subject: getSubject(context) }
  const request = await encryptPush(browser, message, sender)
  const answer = await transport.post(request, closed).catch((error: unknown) => error)
  if (closed.aborted) return
  const outcome = getOutcome(answer)
  if (outcome !== 'taken') {
    const { host } = new URL(browser.endpoint)
    log.warn(
      { notice: push.noticeId, host, attempts, said: describeAnswer(answer) },
      `push ${outcome}`,
    )
  }
  if (outcome === 'gone') return deleteSubscription(db, push)
  if (outcome !== 'not taken' || attempts >= pushTriesMax) return deletePush(db, push)
  const waitMs = firstRetryMs * 4 ** (attempts - 1)
  const wanted = isAnswer(answer) ? (answer.retryAfterMs ?? 0) : 0
  await delayPush(db, { ...push, dueAt: clock() + Math.min(Math.max(waitMs, wanted), hourMs) })
}

async function findMessage(
  context: Context,
  reader: { person_id: string; role: Role },
  { noticeId }: Push,
): Promise<PushMessage | undefined> {
  const unread = await readUnreadNotification(context.db, { personId: reader.person_id, noticeId })
  return unread && toPushMessage(context, { ...unread, ...reader })
}

/** The contact for push services (RFC 8292, 2.1). */
function getSubject({ settings: { appUrl } }: Context): string {
  return appUrl.startsWith('https:') ? appUrl : `mailto:no-reply@${new URL(appUrl).hostname}`
}

/**
 * Classifies an attempt: 'not taken' is retried, 'refused' is given up, 'gone' means that the
 * subscription has ended.
 */
function getOutcome(answer: unknown): 'taken' | 'not taken' | 'refused' | 'gone' {
  if (answer instanceof NotPublic) return 'gone'
  if (!isAnswer(answer)) return 'not taken'
  const { status } = answer
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  return status === 408 || status === 429 || status >= 500 ? 'not taken' : 'refused'
}

function isAnswer(answer: unknown): answer is PostResponse {
  return typeof answer === 'object' && answer !== null && 'status' in answer
}

function describeAnswer(answer: unknown): string | number {
  return isAnswer(answer)
    ? answer.status
    : answer instanceof Error
      ? answer.message
      : String(answer)
}
