import { dayMs, minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { addEvent, makeEmptyAttendance, toAttendanceRow } from '#server/calls/attendance.ts'
import type { Tables } from '#server/database/tables.ts'
import { makeIdAt, type Random, randomInteger, seededRandom } from '../random.ts'
import type { ReviewRow, SchoolRows, SlotRow } from '../rows.ts'

type CallEventRow = Tables['call_events']
type CallEvent = { person_id: string; kind: string; reason: string | null; at: number }

/** Older calls get no events: otherwise the rows of a large school would double. */
const keptMs = 28 * dayMs

/** Generates when people joined and left the calls of the last four weeks. */
export function makeCallEvents(
  random: Random,
  { reviews, slots, now }: { reviews: ReviewRow[]; slots: SlotRow[]; now: number },
): CallEventRow[] {
  const slotOf = new Map(slots.map((slot) => [slot.id, slot]))
  return reviews.flatMap((review) => {
    const slot = slotOf.get(review.slot_id ?? '')
    if (!slot || review.status !== 'conducted' || slot.starts_at < now - keptMs) return []
    return holdCall(random, review.student_id, slot)
      .filter(({ at }) => at <= now)
      .map((event) => ({
        id: makeIdAt(random, event.at),
        review_id: review.id,
        times: 1,
        first_at: null,
        ...event,
      }))
  })
}

/** Generates how long both people were present in the call of each review with marks. */
export function makeCallPresence({
  reviews,
  slots,
  call_events,
}: SchoolRows): Tables['call_presence'][] {
  const slotOf = new Map(slots.map((slot) => [slot.id, slot]))
  const eventsOf = Map.groupBy(call_events, (event) => event.review_id)
  const random = seededRandom(reviews.length)
  return reviews.flatMap(({ id, slot_id, student_id, status }) => {
    const slot = slotOf.get(slot_id ?? '')
    if (!slot || status !== 'conducted') return []
    // Older calls have no events any more.
    const own = eventsOf.get(id) ?? holdCall(random, student_id, slot)
    const { starts_at: start } = slot
    const inOrder = own
      .map((event) => ({ ...event, personId: event.person_id }))
      .sort((one, other) => one.at - other.at)
    const sum = inOrder.reduce(
      (was, step) => addEvent(was, step, { heldAt: start, people: [student_id, slot.reviewer_id] }),
      makeEmptyAttendance(id, start),
    )
    return [toAttendanceRow(sum)]
  })
}

/**
 * Generates a call's events: both join about on time, and the reviewer ends the call before the
 * slot is over.
 */
function holdCall(random: Random, student: string, slot: SlotRow): CallEvent[] {
  const { reviewer_id: reviewer, starts_at: start, ends_at: end } = slot
  const after = (instant: number, least: number, most: number) =>
    instant + randomInteger(random, least, most) * secondMs
  const studentCame = after(start - 3 * minuteMs, 0, 240)
  const reviewerCame = after(start - minuteMs, 0, 150)
  const answered = after(Math.max(studentCame, reviewerCame), 5, 20)
  const ended = Math.max(after(end - 5 * minuteMs, 0, 270), answered + minuteMs)
  const event = (person_id: string, kind: string, at: number): CallEvent => ({
    person_id,
    kind,
    reason: kind === 'left' ? 'left' : null,
    at,
  })
  return [
    event(student, 'joined', studentCame),
    event(reviewer, 'joined', reviewerCame),
    event(student, 'answered', answered),
    event(reviewer, 'ended', ended),
    event(reviewer, 'left', after(ended, 1, 4)),
    event(student, 'left', after(ended, 5, 30)),
  ]
}
