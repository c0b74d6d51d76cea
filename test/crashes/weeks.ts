import { z } from 'zod'
import { addDomain } from '#contract/domains/domains.ts'
import { Slot } from '#contract/kit/slot.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { updateMark, updateTaskStatus } from '#contract/reviews/marking.ts'
import { Review } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { addTask, editTask } from '#contract/tasks/tasks.ts'
import { randomBoolean } from '#seed/random.ts'
import { toSlotTimes } from '../races/race-log.ts'
import type { Actor } from '../races/scene-helpers.ts'
import { type AbsenceReviewer, addAndWithdrawAbsence } from './absences.ts'
import { makeChange, type WriterContext } from './make-change.ts'
import { toReviewFact } from './read-facts.ts'
import {
  bookReviewAsPlan,
  getScheduleEffects,
  rescheduleReview,
  type ScheduledReview,
  type SlotFact,
} from './schedule-changes.ts'

/** A part of the school that one writer works on alone. Its review is the open one. */
export type Workspace = ScheduledReview & {
  advisor: Actor
  student: Actor & { email: string }
  domain: string
  week: number
  maker: AbsenceReviewer
  /** A review that began earlier with its slot, until a no-show is recorded. */
  begun: { of: ScheduledReview; slot: string } | undefined
  /** A review whose reminder becomes due while the server runs. */
  reminded: { student: Actor; reviewer: Actor; review: string; startsAt: number }
  /** The number of audit log entries about the reviewer's absences. */
  away: number
  /** The day of the slots (YYYY-MM-DD) and how many minutes of it are used. */
  day: string
  minute: number
}

const ReviewReply = z.object({ review: Review })
const clock = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/**
 * A student's week: slots are added, one is booked, the review is marked, and the next one is
 * opened.
 */
export async function runWeek(desk: WriterContext, corner: Workspace): Promise<void> {
  const { advisor, reviewer, student, review, week } = corner
  const isFirst = corner.minute === 0
  const slots = await publish(desk, corner)
  const [first, second, third, fourth] = slots
  if (!first || !second || !third || !fourth) throw new Error('Too few slots were added')
  if (randomBoolean(desk.random, 0.3)) await bookReviewAsPlan(desk, corner, first)
  else await book(desk, corner, first)
  // Later the reviewer has marked reviews on that day.
  if (isFirst && randomBoolean(desk.random, 0.4)) return addAndWithdrawAbsence(desk, corner, slots)
  const slot = await rescheduleReview(desk, corner, [first, second, third, fourth])
  const open = { slot: slot._id, isClosed: false }
  await makeChange(desk, {
    what: `tasks of ${review}`,
    to: updateTaskStatus.advisor,
    token: advisor.token,
    body: { id: review, value: { seminar: 'completed' } },
    effects: { [`seminar ${review}`]: 'completed' },
  })
  const isMarked = randomBoolean(desk.random, 0.5)
  if (isMarked) {
    await makeChange(desk, {
      what: `mark ${review}`,
      to: updateMark,
      token: reviewer.token,
      body: { id: review, value: { mark: { code: 61, theory: 62, weekStatus: 'Task Critical' } } },
      effects: {
        ...getScheduleEffects(corner, 'marked'),
        [`review ${review}`]: toReviewFact({ status: 'conducted', ...open }),
        [`mark ${review}`]: '61',
      },
    })
  }
  const way = week < 30 && randomBoolean(desk.random, 0.5) ? 'next-week' : 'week-repeat'
  const next = way === 'next-week' ? week + 1 : week
  const closed = isMarked
    ? { status: 'conducted', slot: slot._id, isClosed: true }
    : { status: 'not-scheduled', slot: null, isClosed: true }
  const reply = await makeChange(desk, {
    what: `follow ${review}`,
    to: createReview.advisor,
    token: advisor.token,
    body: { id: review, value: { status: way } },
    effects: {
      ...getScheduleEffects(corner, 'decided', isMarked ? undefined : null),
      [`review ${review}`]: toReviewFact(closed),
      [`after ${review}`]: `week ${next}`,
      [`week ${student.email}`]: String(next),
    },
    learned(answer) {
      const { _id } = ReviewReply.parse(answer).review
      const fresh = { status: 'not-scheduled', slot: null, isClosed: false }
      return {
        [`review ${_id}`]: toReviewFact(fresh),
        [`seminar ${_id}`]: 'Not added',
        [`mark ${_id}`]: '0',
      }
    },
  })
  const { _id } = ReviewReply.parse(reply).review
  Object.assign(corner, { review: _id, week: next, lines: [], slotChanges: 0 })
}

async function book(
  desk: WriterContext,
  corner: Workspace,
  { _id: slot }: SlotFact,
): Promise<void> {
  const { advisor, reviewer, review } = corner
  await makeChange(desk, {
    what: `book ${slot} for ${review}`,
    to: bookSlot.advisor,
    token: advisor.token,
    body: { value: { reviewId: review, reviewer: reviewer._id, slot } },
    effects: getScheduleEffects(corner, 'booked', slot),
  })
}

async function publish(desk: WriterContext, corner: Workspace): Promise<SlotFact[]> {
  const { reviewer, day, minute } = corner
  corner.minute += 4
  const times = { timeStart: clock(minute), timeEnd: clock(minute + 4) }
  const range = { date: day, ...times, reviewTime: 1 }
  const nameOf = ({ startsAt }: { startsAt: number }) => `slot ${reviewer._id} ${startsAt}`
  const spans = toSlotTimes(range)
  const effects = spans.map((span) => [nameOf(span), String(span.endsAt)])
  const reply = await makeChange(desk, {
    what: `add slots ${day} ${range.timeStart} of ${reviewer._id}`,
    to: addSlots,
    token: reviewer.token,
    body: { values: range },
    effects: Object.fromEntries(effects),
  })
  const slots = z.array(Slot).parse(reply)
  return spans.map((span, place) => ({
    _id: slots[place]?._id ?? '',
    fact: nameOf(span),
    endsAt: String(span.endsAt),
  }))
}

let written = 0

/** Adds a domain and a week's task, and edits the task. */
export async function addAndEditTask(desk: WriterContext): Promise<void> {
  const name = `Written ${Date.now()} ${++written}`
  const added = await makeChange(desk, {
    what: `add ${name}`,
    to: addDomain,
    body: { name },
    effects: { [`domain ${name}`]: 'there' },
  })
  const { domain } = z.object({ domain: z.object({ _id: z.string() }) }).parse(added)
  const task = (line: string) => ({
    personalDevelopmentWorkout: [line],
    technicalWorkouts: [line],
    miscellaneousWorkouts: [line],
  })
  const TaskReply = z.object({ task: z.object({ _id: z.string() }) })
  let id = ''
  await makeChange(desk, {
    what: `add the task of ${name}`,
    to: addTask,
    body: { weekNo: 1, domain: domain._id, ...task('one') },
    effects: {},
    learned(answer) {
      id = TaskReply.parse(answer).task._id
      return { [`task ${id}`]: '["one"]' }
    },
  })
  await makeChange(desk, {
    what: `change the task of ${name}`,
    to: editTask,
    body: { id, value: { week: 2, ...task('two') } },
    effects: { [`task ${id}`]: '["two"]' },
  })
}
