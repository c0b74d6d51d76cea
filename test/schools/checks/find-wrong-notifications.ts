import type { Db } from '#server/database/connect.ts'
import {
  type ExpectedNotification,
  formatNotification,
  getExpectedNotifications,
  getReminderTimes,
  historyNotificationKinds,
} from './expected-notifications.ts'

/** The rows that notifications depend on: histories, notifications, reminders and related rows. */
export type NotificationRows = Awaited<ReturnType<typeof readNotificationRows>>
type Line = NotificationRows['lines'][number]
type Review = NotificationRows['reviews'][number]

/** Events after which a review keeps its slot. */
const keepsSlot: ReadonlySet<Line['what']> = new Set(['asked', 'withdrawn'])

/** Reads them for a school, or for the reviews of these students. */
export async function readNotificationRows(db: Db, students?: string[]) {
  const ofThese = db
    .selectFrom('reviews')
    .select('id')
    .$if(students !== undefined, (own) => own.where('student_id', 'in', students ?? []))
  const [reviews, lines, notices, requests, requestedSlots, reminders] = await Promise.all([
    db
      .selectFrom('reviews')
      .select(['id', 'student_id', 'advisor_id', 'week', 'follows_id'])
      .where('id', 'in', ofThese)
      .execute(),
    db
      .selectFrom('review_history')
      .selectAll()
      .where('review_id', 'in', ofThese)
      .orderBy('at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('notifications')
      .select(['id', 'person_id', 'kind', 'dedupe_key', 'at'])
      .where('review_id', 'in', ofThese)
      .execute(),
    db.selectFrom('reschedule_requests').selectAll().where('review_id', 'in', ofThese).execute(),
    db
      .selectFrom('reschedule_request_slots')
      .selectAll()
      .where('review_id', 'in', ofThese)
      .execute(),
    db
      .selectFrom('reminders')
      .selectAll()
      .where('review_id', 'in', ofThese)
      .orderBy('due_at')
      .execute(),
  ])
  return { reviews, lines, notices, wishes: requests, wished: requestedSlots, reminders }
}

/**
 * Compares notifications with histories. Returns a line for each problem: a notification without
 * its change, a change without its notification, duplicates, and reminders for a slot that a review
 * does not have. `now` (ms since 1970) is when the rows were read.
 */
export function findWrongNotifications(rows: NotificationRows, now: number): string[] {
  const own = new Map(rows.reviews.map((review) => [review.id, review]))
  const byDedupeKey = Map.groupBy(rows.notices, ({ dedupe_key }) => dedupe_key)
  const next = new Map(rows.reviews.map((review) => [review.follows_id, review]))
  const lines = Map.groupBy(rows.lines, ({ review_id }) => review_id)
  const known = new Set(rows.lines.map(({ id }) => id))
  return [
    ...rows.lines.flatMap((line) => {
      const review = own.get(line.review_id)
      if (!review) return []
      const notified = (byDedupeKey.get(line.id) ?? []).map(toNotified)
      const heard = (byDedupeKey.get(line.undoes_id ?? '') ?? []).map(({ person_id }) => person_id)
      return findViolations(rows, { line, review, heard, next: next.get(review.id) }, notified)
    }),
    ...rows.notices
      .filter(
        ({ kind, dedupe_key }) => historyNotificationKinds.has(kind) && !known.has(dedupe_key),
      )
      .map((notice) => `${formatNotification(toNotified(notice))}, and there is no such line`),
    ...rows.reviews.flatMap(({ id }) => wrongReminders(rows, id, lines.get(id) ?? [], now)),
  ]
}

const toNotified = ({
  person_id: reader,
  kind,
  dedupe_key,
}: NotificationRows['notices'][number]): ExpectedNotification => ({
  reader,
  kind,
  dedupeKey: dedupe_key,
})

type Known = { line: Line; review: Review; heard: string[]; next: Review | undefined }

function findViolations(
  rows: NotificationRows,
  { line, review, heard, next }: Known,
  notified: ExpectedNotification[],
): string[] {
  const { id, what, person_id: doer, reason } = line
  const about = {
    id,
    what,
    doer,
    heard,
    student: review.student_id,
    advisor: review.advisor_id,
    reviewers: [line.from_reviewer_id, line.to_reviewer_id].flatMap((one) => one ?? []),
    isExplained: reason !== null,
  }
  // An undone decision has no next review that would show its kind.
  const isUndone = rows.lines.some(({ undoes_id }) => undoes_id === id)
  const ways = next && !isUndone ? [next.week === review.week] : [true, false]
  const said = notified.map(formatNotification).toSorted()
  const wanted = grantedBy(rows, line).flatMap((isGranted) =>
    ways.map((isRepeated) =>
      getExpectedNotifications({ ...about, isGranted, isRepeated })
        .map(formatNotification)
        .toSorted(),
    ),
  )
  if (wanted.some((one) => one.join() === said.join())) return []
  return [`${what} ${id} was told as [${said.join(', ')}] instead of [${wanted[0]?.join(', ')}]`]
}

/** Whether a line accepts a request; both answers if the request has been replaced since. */
function grantedBy({ lines, wishes, wished }: NotificationRows, line: Line): boolean[] {
  const { review_id, what, at, to_slot_id } = line
  const ofIt = (row: { review_id: string }) => row.review_id === review_id
  const wasAsked = lines.some((one) => ofIt(one) && one.what === 'asked' && one.at <= at)
  if (what !== 'moved' || !wasAsked) return [false]
  // The order of events within one instant is unknown.
  const endedAlso = lines.some((one) => ofIt(one) && one.what === 'withdrawn' && one.at === at)
  const ended = wishes.some((request) => ofIt(request) && request.ended_at === at)
  if (!ended || endedAlso) return [true, false]
  return [wished.some((one) => ofIt(one) && one.slot_id === to_slot_id)]
}

/** Reminders due by now may have been sent meanwhile. */
function wrongReminders(
  { reminders }: NotificationRows,
  review: string,
  lines: Line[],
  now: number,
): string[] {
  const last = lines.findLast(({ what }) => !keepsSlot.has(what))
  if (!last) return []
  const startsAt = last.to_starts_at
  const wanted = startsAt === null ? [] : getReminderTimes(startsAt, last.at)
  const own = reminders.filter(({ review_id }) => review_id === review)
  const ahead = (due: number[]) => due.filter((one) => one > now).join()
  const isRight =
    ahead(own.map(({ due_at }) => due_at)) === ahead(wanted) &&
    own.every(({ starts_at, due_at }) => starts_at === startsAt && wanted.includes(due_at))
  if (isRight) return []
  const had = own.map(({ kind, starts_at }) => `${kind} of ${starts_at}`).join(', ')
  return [`${review} stands with ${startsAt} since it was ${last.what}, its reminders are: ${had}`]
}
