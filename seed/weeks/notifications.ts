import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import {
  type NotificationPayload,
  notificationDefinitions,
} from '#contract/notifications/notifications.ts'
import type { Role } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import type { Tables } from '#server/database/tables.ts'
import { makeIdAt, seededRandom } from '../random.ts'
import type { PersonRow, SchoolRows } from '../rows.ts'

type NoticeRow = Tables['notifications']
type Line = Tables['review_history']
type NoticeDraft = Pick<NoticeRow, 'kind' | 'dedupe_key' | 'review_id' | 'payload' | 'at'>

/** How much of the last days each person is notified about. */
const notifiedDays = 10
const notificationsMax = 6
const unreadHours = 36

/**
 * Generates a few recent notifications for each demo login, the newest of them unread, from the
 * history of the reviews; people without reviews are notified of a new browser.
 */
export function makeDemoNotifications(
  rows: SchoolRows,
  history: readonly Line[],
  now: number,
): NoticeRow[] {
  const random = seededRandom(now)
  const logins = new Set(Object.values(demoLogins).map(({ email }) => email))
  const school = indexed(rows)
  const recent = history.filter(({ at }) => at > now - notifiedDays * dayMs && at <= now)
  return rows.people
    .filter(({ email }) => logins.has(email))
    .flatMap((person) => {
      const notices = recent.flatMap((line) => makeNotifications(line, person, school))
      const newest = notices.toSorted((one, other) => other.at - one.at).slice(0, notificationsMax)
      return newest.length > 0 ? newest.map((one) => rowOf(one, person)) : [rowOf(signIn(), person)]
    })

  function rowOf(notification: NoticeDraft, { id: person_id }: PersonRow): NoticeRow {
    const isUnread = notification.at > now - unreadHours * hourMs
    return {
      id: makeIdAt(random, notification.at),
      person_id,
      ...notification,
      read_at: isUnread ? null : notification.at + hourMs,
      on_page: 1,
      mail_due_at: null,
      push_due_at: null,
    }
  }

  function signIn(): NoticeDraft {
    const payload: NotificationPayload<'new-browser'> = { browser: 'Firefox on Windows' }
    const dedupeKey = makeIdAt(random, now)
    return {
      kind: 'new-browser',
      dedupe_key: dedupeKey,
      review_id: null,
      payload: JSON.stringify(payload),
      at: now - 5 * hourMs,
    }
  }
}

/** Indexes a school's rows by id. */
function indexed({ reviews, slots, people }: SchoolRows) {
  const byId = <Row extends { id: string }>(rows: Row[]) =>
    new Map(rows.map((row) => [row.id, row]))
  return { reviews: byId(reviews), slots: byId(slots), people: byId(people) }
}

/** Returns a person's notification for a history row, unless they did it themselves. */
function makeNotifications(
  line: Line,
  { id, role }: PersonRow,
  { reviews, slots, people }: ReturnType<typeof indexed>,
): NoticeDraft[] {
  const review = reviews.get(line.review_id)
  const kind = getKind(line, review?.week_status)
  if (!review || !kind || line.person_id === id || !isFor(kind, role)) return []
  const reviewer = slots.get(review.slot_id ?? '')?.reviewer_id
  if (![review.student_id, review.advisor_id, reviewer].includes(id)) return []
  const named = (_id: string) => ({ _id, name: people.get(_id)?.name ?? '' })
  const to =
    line.to_starts_at === null || line.to_reviewer_id === null
      ? null
      : { startsAt: toIsoInstant(line.to_starts_at), reviewer: named(line.to_reviewer_id) }
  const payload: NotificationPayload<'booked'> = {
    student: named(review.student_id),
    week: review.week,
    from: null,
    to,
    by: line.person_id && named(line.person_id).name,
    who: null,
    reason: null,
  }
  const { id: dedupeKey, review_id, at } = line
  return [{ kind, dedupe_key: dedupeKey, review_id, payload: JSON.stringify(payload), at }]
}

/** Returns the notification kind of a history row that its review's row implies. */
function getKind({ what }: Line, weekStatus: string | undefined): NotificationKind | undefined {
  if (what === 'decided') return weekStatus === 'Week Repeat' ? 'repeated' : 'begun'
  return what === 'booked' || what === 'marked' ? what : undefined
}

function isFor(kind: NotificationKind, role: Role): boolean {
  const notices: readonly Role[] = notificationDefinitions[kind].to
  return notices.includes(role) && (kind === 'booked' || role !== 'reviewer')
}
