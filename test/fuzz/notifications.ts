import { expect } from 'vitest'
import {
  type ExpectedNotification,
  formatNotification,
  getExpectedNotifications,
  isMailedAtOnce,
  isStillUseful,
  supersedes,
} from '#test/schools/checks/expected-notifications.ts'
import { type HistoryLine, isBlocked, type State } from './state.ts'

/**
 * Every new history line has its notifications, for exactly the people concerned and never for the
 * one who did it, and there are no others.
 */
export function expectNotified(before: State, after: State): void {
  const lines = findNewLines(before, after)
  const wanted = lines.flatMap((line) => expectedNotices(line, before, after))
  const had = new Set(before.notices.map(({ id }) => id))
  const notified = after.notices.filter(
    ({ id, kind }) => !had.has(id) && kind !== 'password-changed',
  )
  const said = notified.map(({ person_id: reader, kind, dedupe_key }) =>
    formatNotification({ reader, kind, dedupeKey: dedupe_key }),
  )
  expect(said.toSorted()).toEqual(wanted.map(formatNotification).toSorted())
  // Earlier notifications stay, unless their review is gone.
  const stays = new Set(after.notices.map(({ id }) => id))
  const reviews = new Set(after.reviews.map(({ id }) => id))
  const gone = before.notices.filter(({ id }) => !stays.has(id)).map(({ dedupe_key }) => dedupe_key)
  const ofGone = before.lines.filter(({ review_id }) => !reviews.has(review_id))
  expect(ofGone.map(({ id }) => id)).toEqual(expect.arrayContaining(gone))
}

/**
 * Notifications that are mailed at once have exactly one mail each, except for blocked recipients
 * and notifications that are no longer useful.
 */
export function expectMailed(before: State, after: State, now: number): void {
  const had = new Set(before.mailed.map(({ id }) => id))
  const mailed = after.mailed.filter(({ id, kind }) => !had.has(id) && isMailedAtOnce(kind))
  const known = new Set(before.notices.map(({ id }) => id))
  const wanted = after.notices.filter(
    (notice) =>
      (!known.has(notice.id) || wasPutOff(notice, before, after)) &&
      isMailedAtOnce(notice.kind) &&
      isStillUseful(notice, now) &&
      !isOfUnmailed(notice, before, after) &&
      !isBlocked(after, notice.person_id),
  )
  const toWhom = ({ kind, person_id }: { kind: string | null; person_id: string | null }) =>
    `${kind} to ${person_id}`
  expect(mailed.map(toWhom).toSorted()).toEqual(wanted.map(toWhom).toSorted())
}

/**
 * Whether a mail that waited while its reader was blocked has been due since, and not been
 * overtaken.
 */
function wasPutOff(notice: Notice, before: State, after: State): boolean {
  const known = before.notices.find(({ id }) => id === notice.id)
  if (!known || known.mail_due_at === null || notice.mail_due_at !== null) return false
  const lines = findNewLines(before, after)
  return !lines.some((line) => supersedes(line, notice) || line.undoes_id === notice.dedupe_key)
}

/** Whether a notification is about undoing a change whose mail had not been sent. */
function isOfUnmailed(
  { kind, dedupe_key, person_id }: Notice,
  before: State,
  after: State,
): boolean {
  const undoes = after.lines.find(({ id }) => id === dedupe_key)?.undoes_id
  const isOf = (one: Notice) => one.person_id === person_id && one.dedupe_key === undoes
  return kind === 'undone' && before.notices.some((one) => isOf(one) && one.mail_due_at !== null)
}

function findNewLines(before: State, after: State): HistoryLine[] {
  const old = new Set(before.lines.map(({ id }) => id))
  return after.lines.filter(({ id }) => !old.has(id))
}

type Notice = State['notices'][number]

/**
 * Superseded notifications are neither unread nor mailed: requests with a later answer, and
 * statements about a slot that has changed since.
 */
export function expectSupersededCleared(before: State, after: State): void {
  const lines = findNewLines(before, after)
  const open = before.notices
    .filter((one) => lines.some((line) => supersedes(line, one)))
    .map(({ id }) => id)
  const left = after.notices.filter(({ id }) => open.includes(id))
  const isOpen = ({ read_at, mail_due_at }: Notice) => read_at === null || mail_due_at !== null
  expect(left.filter(isOpen)).toEqual([])
}

/** Derived again from the rows alone. */
function expectedNotices(line: HistoryLine, before: State, after: State): ExpectedNotification[] {
  const { id, what, person_id: doer, undoes_id, reason } = line
  const review = after.reviews.find((one) => one.id === line.review_id)
  if (!review) return []
  const heard = after.notices.filter(({ dedupe_key }) => dedupe_key === undoes_id)
  const repeats = after.reviews.find(({ follows_id }) => follows_id === review.id)
  const ofIt = ({ review_id }: { review_id: string }) => review_id === review.id
  const isRequested =
    before.requests.some((request) => ofIt(request) && request.ended_at === null) &&
    before.requestedSlots.some(
      (requested) => ofIt(requested) && requested.slot_id === line.to_slot_id,
    )
  return getExpectedNotifications({
    id,
    what,
    doer,
    student: review.student_id,
    advisor: review.advisor_id,
    reviewers: [line.from_reviewer_id, line.to_reviewer_id].flatMap((one) => one ?? []),
    heard: heard.map(({ person_id }) => person_id),
    isExplained: reason !== null,
    isGranted: isRequested,
    isRepeated: repeats?.week === review.week,
  })
}
