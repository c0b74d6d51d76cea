import { getPushKey, subscribePush } from '#contract/notifications/delivery/push.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import { concurrentPushes } from '#server/notifications/push/pusher.ts'
import type { startPushService } from '#test/push/push-service.ts'
import { supersedes } from '#test/schools/checks/expected-notifications.ts'
import type { Send } from '../races/race-school.ts'
import { retryWhileOverloaded } from '../races/retry-while-overloaded.ts'
import { findRepeatProblems, type ServerRun } from './mails.ts'
import type { Workspace } from './weeks.ts'

type Service = Awaited<ReturnType<typeof startPushService>>

/** A push message as read by its browser. The id combines notification and recipient. */
export type ReceivedPush = { id: string }

const makeId = (notice: string, reader: string) => `${notice} for ${reader}`

/** Subscribes everyone of these reviews, each with a browser under their id. */
export async function subscribeAll(
  service: Service,
  send: Send,
  corners: readonly Workspace[],
): Promise<void> {
  const people = corners.flatMap(({ advisor, reviewer, student, reminded }) => [
    { ...advisor, role: 'advisor' as const },
    ...[reviewer, reminded.reviewer].map((one) => ({ ...one, role: 'reviewer' as const })),
    ...[student, reminded.student].map((one) => ({ ...one, role: 'student' as const })),
  ])
  for (const person of people) await subscribe(service, send, person)
}

async function subscribe(
  service: Service,
  send: Send,
  { _id, token, role }: { _id: string; token: string; role: Exclude<Role, 'admin'> },
): Promise<void> {
  const { answer: asked } = await retryWhileOverloaded(() =>
    send('GET', getPushKey[role].path, { token }),
  )
  const { key } = getPushKey[role].reply.parse(asked?.body)
  const value = service.subscribe(_id, key)
  const put = () => send('PUT', subscribePush[role].path, { token, body: { value } })
  const { answer } = await retryWhileOverloaded(put)
  if (answer?.status !== 200) throw new Error(`No subscription: ${JSON.stringify(answer)}`)
}

/** The messages received after the first so many. */
export const getPushesFromIndex = ({ messages }: Service, count: number): ReceivedPush[] =>
  messages.slice(count).map(({ browser, pushed }) => ({ id: makeId(pushed.id, browser) }))

/**
 * Checks the push messages and returns a line for each problem: every notification must have
 * reached its recipient's browser and no other, twice only if a killed server had it in progress.
 * One that is unknown may have been for somebody whose notifications an erasure removed.
 */
export async function findPushProblems(
  db: Db,
  runs: ServerRun<ReceivedPush>[],
  forgotten: ReadonlySet<string>,
) {
  const sentNotices = await db
    .selectFrom('notifications')
    .innerJoin('sessions', 'sessions.person_id', 'notifications.person_id')
    .innerJoin('push_subscriptions', 'push_subscriptions.session_id', 'sessions.id')
    .select(['notifications.id', 'notifications.person_id', 'kind', 'dedupe_key', 'review_id'])
    // Reviewers' own changes only appear in their calendar feed.
    .where('on_page', '=', 1)
    .execute()
  const history = await db.selectFrom('review_history').selectAll().execute()
  // Notifications that are undone or superseded are not sent if they have not been yet.
  const isUndone = new Set(history.map(({ undoes_id }) => undoes_id))
  const isSuperseded = (one: (typeof sentNotices)[number]) =>
    history.some((line) => line.id > one.id && supersedes(line, one))
  const arrived = new Set(runs.flatMap((run) => run.arrived.map(({ id }) => id)))
  const mayBeErased = (id: string) => forgotten.has(id.split(' for ')[1] ?? '')
  const pushed = sentNotices.filter(
    ({ kind }) => notificationDefinitions[kind].defaultChannels.push,
  )
  const known = new Set(pushed.map(({ id, person_id }) => makeId(id, person_id)))
  return [
    ...pushed
      .filter((one) => !isUndone.has(one.dedupe_key) && !isSuperseded(one))
      .filter(({ id, person_id }) => !arrived.has(makeId(id, person_id)))
      .map(({ id, kind, person_id }) => `${kind} ${makeId(id, person_id)} was not pushed`),
    ...[...arrived]
      .filter((id) => !known.has(id) && !mayBeErased(id))
      .map((id) => `${id} was pushed, and not told`),
    ...findRepeatProblems('push', runs, concurrentPushes),
  ]
}
