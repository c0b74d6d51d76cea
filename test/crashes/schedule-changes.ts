import { bookPlan } from '#contract/plan.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import {
  declineRescheduleRequest,
  requestReschedule,
  withdrawRescheduleRequest,
} from '#contract/reviews/scheduling/reschedule-requests.ts'
import { moveReview, undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import { removeSlots } from '#contract/slots/remove-and-clone-slots.ts'
import { pickOne, randomBoolean } from '#seed/random.ts'
import type { Effects } from './find-losses.ts'
import { type Change, makeChange, type WriterContext } from './make-change.ts'
import { toReviewFact } from './read-facts.ts'

/** A review whose schedule changes, with its people. */
export type ScheduledReview = {
  advisor: { token: string }
  reviewer: { _id: string; token: string }
  student: { token: string }
  review: string
  /** Its history and the number of its slot changes. */
  lines: string[]
  slotChanges: number
}

/** A slot with its fact and its end. */
export type SlotFact = { _id: string; fact: string; endsAt: string }

/** The effects of a change: the review's state, its history line and its audit log entry. */
export function getScheduleEffects(
  of: Pick<ScheduledReview, 'review' | 'lines' | 'slotChanges'>,
  what: string,
  slot?: string | null,
): Effects {
  of.lines.push(what)
  if (slot !== undefined) of.slotChanges++
  const status = slot ? 'review-scheduled' : 'not-scheduled'
  return {
    [`history ${of.review}`]: of.lines.join(', '),
    ...(of.slotChanges > 0 && { [`trail ${of.review}`]: String(of.slotChanges) }),
    ...(slot !== undefined && {
      [`review ${of.review}`]: toReviewFact({ status, slot, isClosed: false }),
    }),
  }
}

/** Makes a change that is repeated with its key if there was no reply. */
export const changeWithRetry = (desk: WriterContext, input: Change) =>
  makeChange(desk, { ...input, isRepeated: true })

/** Changes the schedule of a booked review and returns its final slot. */
export async function rescheduleReview(
  desk: WriterContext,
  of: ScheduledReview,
  [first, second, third, fourth]: [SlotFact, SlotFact, SlotFact, SlotFact],
): Promise<SlotFact> {
  const way = pickOne(desk.random, ['move', 'cancel', 'wish', 'removal'] as const)
  if (way === 'move') {
    await move(desk, of, second)
    if (!randomBoolean(desk.random, 0.5)) return second
    await undoLast(desk, of, 'advisor', first)
    return first
  }
  if (way === 'cancel') {
    const role = pickOne(desk.random, ['advisor', 'reviewer'] as const)
    const goes = role === 'reviewer' && randomBoolean(desk.random, 0.5)
    await cancel(desk, of, role, goes ? first : undefined)
    if (randomBoolean(desk.random, 0.5)) {
      await undoLast(desk, of, role, first)
      return first
    }
    const next = goes ? second : first
    await bookReviewAsPlan(desk, of, next)
    return next
  }
  if (way === 'wish') {
    await ask(desk, of)
    const end = pickOne(desk.random, ['withdrawn', 'declined', 'granted'] as const)
    if (end === 'withdrawn') await withdraw(desk, of)
    if (end === 'declined') await decline(desk, of)
    await move(desk, of, third, { [`request ${of.review}`]: null, [`declined ${of.review}`]: null })
    return third
  }
  await removeOne(desk, of, fourth)
  return first
}

const placed = ({ review: reviewId, reviewer }: ScheduledReview, { _id: slot }: SlotFact) => ({
  reviewId,
  reviewer: reviewer._id,
  slot,
})

async function move(
  desk: WriterContext,
  of: ScheduledReview,
  to: SlotFact,
  more: Effects = {},
): Promise<void> {
  await changeWithRetry(desk, {
    what: `move ${of.review} to ${to._id}`,
    to: moveReview.advisor,
    token: of.advisor.token,
    body: { value: placed(of, to) },
    effects: { ...getScheduleEffects(of, 'moved', to._id), ...more },
  })
}

/** Books one review as a plan. */
export async function bookReviewAsPlan(
  desk: WriterContext,
  of: ScheduledReview,
  to: SlotFact,
): Promise<void> {
  await changeWithRetry(desk, {
    what: `book all: ${to._id} for ${of.review}`,
    to: bookPlan,
    token: of.advisor.token,
    body: { value: [placed(of, to)] },
    effects: getScheduleEffects(of, 'booked', to._id),
  })
}

/** Also removes the slot, if given. Only the reviewer can. */
async function cancel(
  desk: WriterContext,
  of: ScheduledReview,
  role: 'advisor' | 'reviewer',
  gone: SlotFact | undefined,
): Promise<void> {
  await changeWithRetry(desk, {
    what: `cancel ${of.review}`,
    to: cancelBooking[role],
    token: of[role].token,
    body: { value: { reviewId: of.review, reason: 'Ill', removeSlot: gone !== undefined } },
    effects: {
      ...getScheduleEffects(of, 'cancelled', null),
      ...(gone && { [gone.fact]: null, [`trail ${gone._id}`]: '1' }),
    },
  })
}

async function undoLast(
  desk: WriterContext,
  of: ScheduledReview,
  role: 'advisor' | 'reviewer',
  to: SlotFact,
): Promise<void> {
  await changeWithRetry(desk, {
    what: `take back what happened to ${of.review}`,
    to: undoChange[role],
    token: of[role].token,
    body: { value: { reviewId: of.review } },
    effects: { ...getScheduleEffects(of, 'undone', to._id), [to.fact]: to.endsAt },
  })
}

/** The second request replaces the first. */
async function ask(desk: WriterContext, of: ScheduledReview): Promise<void> {
  for (const reason of ['An exam', 'A train']) {
    await changeWithRetry(desk, {
      what: `ask for another time of ${of.review}`,
      to: requestReschedule,
      token: of.student.token,
      body: { value: { reviewId: of.review, reason, slots: [] } },
      effects: { ...getScheduleEffects(of, 'asked'), [`request ${of.review}`]: reason },
    })
  }
}

async function withdraw(desk: WriterContext, of: ScheduledReview): Promise<void> {
  await changeWithRetry(desk, {
    what: `withdraw the reschedule request of ${of.review}`,
    to: withdrawRescheduleRequest,
    token: of.student.token,
    body: { value: { reviewId: of.review } },
    effects: { ...getScheduleEffects(of, 'withdrawn'), [`request ${of.review}`]: null },
  })
}

async function decline(desk: WriterContext, of: ScheduledReview): Promise<void> {
  const reason = 'No room'
  await changeWithRetry(desk, {
    what: `decline the reschedule request of ${of.review}`,
    to: declineRescheduleRequest,
    token: of.advisor.token,
    body: { value: { reviewId: of.review, reason } },
    effects: {
      ...getScheduleEffects(of, 'withdrawn'),
      [`request ${of.review}`]: null,
      [`declined ${of.review}`]: reason,
    },
  })
}

async function removeOne(
  desk: WriterContext,
  { reviewer }: ScheduledReview,
  slot: SlotFact,
): Promise<void> {
  await changeWithRetry(desk, {
    what: `remove ${slot._id}`,
    to: removeSlots,
    token: reviewer.token,
    body: { value: { slots: [slot._id] } },
    effects: { [slot.fact]: null, [`trail ${slot._id}`]: '1' },
  })
}

/** Records that nobody came to a review. */
export async function recordNoShow(
  desk: WriterContext,
  of: ScheduledReview,
  slot: string,
): Promise<void> {
  await changeWithRetry(desk, {
    what: `no-show of ${of.review}`,
    to: reportNoShow.advisor,
    token: of.advisor.token,
    body: { value: { reviewId: of.review, who: 'student' } },
    effects: { ...getScheduleEffects(of, 'no-show', null), [`no-show ${slot}`]: 'student' },
  })
}
