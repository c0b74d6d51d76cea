import type { Db } from '#server/database/connect.ts'
import { getWebhookEvent } from '#server/reviews/history/notify-review-webhooks.ts'
import type { Received } from './receiver.ts'
import { verifySignature } from './verify-signature.ts'

/** What arrived, with when (ms since 1970). */
type Arrival = { received: Received; at: number }

type Receiver = { arrivals: readonly Arrival[]; secret: string }

/**
 * Checks the events of all runs and returns a line for each problem: each change of a review must
 * have its event, each event must have arrived, signed and unchanged under its own id, and those of
 * a review in their order. After an erasure events may be missing.
 */
export async function findEventProblems(
  db: Db,
  { arrivals, secret }: Receiver,
  hasErasures: boolean,
): Promise<string[]> {
  const stored = await db.selectFrom('webhook_deliveries').selectAll().orderBy('id').execute()
  const idOf = ({ received }: Arrival) => String(received.headers['webhook-id'])
  const byId = Map.groupBy(arrivals, idOf)
  const known = new Set(stored.map(({ event_id }) => event_id))
  return [
    ...stored
      .filter(({ event_id }) => !byId.has(event_id))
      .map(({ event_id, type }) => `${type} ${event_id} did not arrive`),
    ...[...byId.keys()]
      .filter((id) => !known.has(id) && !hasErasures)
      .map((id) => `${id} arrived, and was not stored`),
    ...stored
      .filter(({ event_id, payload }) =>
        byId.get(event_id)?.some(({ received }) => received.body !== payload),
      )
      .map(({ event_id }) => `${event_id} arrived changed`),
    ...arrivals.filter((one) => !isSigned(secret, one)).map((one) => `${idOf(one)} is not signed`),
    ...findOutOfOrder(stored, arrivals.map(idOf)),
    ...(hasErasures ? [] : await findUntold(db, stored)),
  ]
}

function isSigned(secret: string, { received, at }: Arrival): boolean {
  try {
    return Boolean(verifySignature(secret, received, at))
  } catch {
    return false
  }
}

type Stored = { event_id: string; subject_id: string | null; type: string }

/** Events that arrived for the first time after a later one of their review. */
function findOutOfOrder(stored: readonly Stored[], arrived: readonly string[]): string[] {
  const firstAt = new Map(arrived.map((id, place) => [id, place] as const).toReversed())
  const at = ({ event_id }: Stored) => firstAt.get(event_id) ?? Number.POSITIVE_INFINITY
  const bySubject = Map.groupBy(stored, ({ subject_id }) => subject_id)
  return [...bySubject.values()].flatMap((own) =>
    own.flatMap((one, place) => {
      const next = own[place + 1]
      return next && at(next) < at(one) ? [`${next.type} overtook ${one.type}`] : []
    }),
  )
}

/** Reviews whose history has other events than were stored. */
async function findUntold(db: Db, stored: readonly Stored[]): Promise<string[]> {
  const history = await db.selectFrom('review_history').selectAll().orderBy('id').execute()
  const events = history.flatMap(({ review_id, what, from_slot_id, to_slot_id }) => {
    const slot = (slotId: string | null) =>
      slotId === null ? undefined : { slotId, startsAt: 0, reviewerId: '' }
    const type = getWebhookEvent({ what, from: slot(from_slot_id), to: slot(to_slot_id) })
    return type ? [`${type} of ${review_id}`] : []
  })
  const ofReviews = stored.filter(({ type }) => type.startsWith('review.'))
  const published = ofReviews.map(({ type, subject_id }) => `${type} of ${subject_id}`)
  const count = (all: string[]) => Map.groupBy(all, (one) => one)
  const [wanted, found] = [count(events), count(published)]
  return [...new Set([...events, ...published])]
    .filter((one) => wanted.get(one)?.length !== found.get(one)?.length)
    .map(
      (one) =>
        `${one}: ${wanted.get(one)?.length ?? 0} changes, ${found.get(one)?.length ?? 0} events`,
    )
}
