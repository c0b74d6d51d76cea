import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, getInstantAt } from '#contract/kit/time/zone.ts'
import { reviewDueDays } from '#contract/limits/reviews.ts'
import { newReviewDefaults } from '#server/reviews/queries.ts'
import { makeIdAt, pickOne, type Random, randomBoolean, randomInteger } from '../random.ts'
import type { ReviewRow, SlotRow } from '../rows.ts'
import type { Journey, ReviewState } from './journey.ts'
import { makeMarks, makeTaskStates, type Outcome, pickPassingOutcome } from './outcomes.ts'
import type { SlotAllocator } from './slot-allocator.ts'

/** How many days ago the current review was opened: minimum and maximum. */
const openedDaysAgo: Record<ReviewState, [number, number]> = {
  'to book': [1, 6],
  overdue: [8, 10],
  scheduled: [4, 6],
  'to decide': [6, 8],
}

export type DateSource = {
  random: Random
  now: number
  today: string
  timeZone: string
  slots: SlotAllocator
}

/** Picks a journey's first date, and the date of each past review. */
export function pickReviewDates({ random, today }: DateSource, journey: Journey) {
  const opened = addDays(today, -randomInteger(random, ...openedDaysAgo[journey.present]))
  const count = journey.past.length
  const heldOn = journey.past.map((_, place) => {
    // The last one is not moved: the current review's age must match its state.
    const moved = place === count - 1 ? 0 : pickOne(random, [-1, 0, 0, 0, 1])
    return addDays(opened, moved - 7 * (count - 1 - place))
  })
  return { firstDay: addDays(opened, -7 * count), heldOn }
}

/** Picks an instant in the working hours of a date. */
export function pickWorkingTime(
  { random, timeZone }: Omit<DateSource, 'slots'>,
  date: string,
): number {
  return getInstantAt(date, '09:00', timeZone) + randomInteger(random, 0, 9 * 60) * minuteMs
}

type Student = { id: string; advisorId: string; verifiedAt: number }

/**
 * Makes a student's reviews, each following the previous one. `reserved` is the slot of the current
 * review; otherwise a scheduled one gets any free slot, or waits if there is none.
 */
export function makeReviews(
  calendar: DateSource,
  journey: Journey,
  heldOn: string[],
  student: Student,
  reserved?: SlotRow,
): ReviewRow[] {
  const { random, slots, today, now } = calendar
  const reviews: ReviewRow[] = []
  let openedAt = student.verifiedAt

  function openReview(week: number) {
    return {
      ...newReviewDefaults,
      booked_at: null,
      marked_at: null,
      id: makeIdAt(random, openedAt),
      student_id: student.id,
      advisor_id: student.advisorId,
      week,
      due_at: openedAt + reviewDueDays * dayMs,
      follows_id: reviews.at(-1)?.id ?? null,
      pending_task: reviews.at(-1)?.pending_task ?? '[]',
      created_at: openedAt,
    }
  }

  for (const [place, { week, outcome }] of journey.past.entries()) {
    const slot = slots.holdOn(journey.course.domain.id, heldOn[place] ?? today)
    const closedAt = slot.ends_at + randomInteger(random, 20, 170) * minuteMs
    const review = openReview(week)
    reviews.push({
      ...review,
      ...makeConductedReview(random, journey, week, outcome, slot),
      booked_at: bookedAt({ openedAt, slot, now }),
      closed_at: closedAt,
    })
    openedAt = closedAt
  }
  const present = openReview(journey.week)
  reviews.push({ ...present, ...makeCurrentReview(calendar, journey, present, reserved) })
  return reviews
}

/** Returns the columns of the current review that differ from a new one. */
function makeCurrentReview(
  { random, now, today, slots }: DateSource,
  journey: Journey,
  { created_at: openedAt }: { created_at: number },
  reserved?: SlotRow,
) {
  const { present, week } = journey
  const domainId = journey.course.domain.id
  if (present === 'to decide') {
    const slot = slots.holdOn(domainId, pickOne(random, [today, addDays(today, -1)]))
    const outcome = randomBoolean(random, 0.15) ? 'Week Repeat' : pickPassingOutcome(random)
    const booked_at = bookedAt({ openedAt, slot, now })
    return { ...makeConductedReview(random, journey, week, outcome, slot), booked_at }
  }
  const slot = reserved ?? (present === 'scheduled' ? slots.bookAhead(domainId) : undefined)
  if (!slot) return makeTaskStates(random, 0.25)
  const booked_at = bookedAt({ openedAt, slot, now })
  return { status: 'review-scheduled', slot_id: slot.id, booked_at, ...makeTaskStates(random, 0.5) }
}

/** Two days before the slot, but not before the review was opened. */
function bookedAt({ openedAt, slot, now }: { openedAt: number; slot: SlotRow; now: number }) {
  return Math.max(openedAt, Math.min(slot.starts_at - 2 * dayMs, now - hourMs))
}

function makeConductedReview(
  random: Random,
  { course }: Journey,
  week: number,
  outcome: Outcome,
  slot: SlotRow,
) {
  const topics = course.curriculum.weeks[week - 1]?.pendingTopics ?? []
  const marked_at = slot.ends_at
  return {
    status: 'conducted',
    slot_id: slot.id,
    marked_at,
    ...makeMarks(random, outcome, topics),
  }
}
