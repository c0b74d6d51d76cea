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
import { reviewFact } from './facts.ts'
import type { Effects } from './find-losses.ts'
import { type Change, type Desk, make } from './writer.ts'

/** A review whose schedule changes, with its people. */
export type Planned = {
  advisor: { token: string }
  reviewer: { _id: string; token: string }
  student: { token: string }
  review: string
  /** Its history and the number of its slot changes. */
  lines: string[]
  slotChanges: number
}

/** A slot with its fact and its end. */
export type Place = { _id: string; fact: string; endsAt: string }

/** The effects of a change: the review's state, its history line and its audit log entry. */
export function plannedEffects(
  of: Pick<Planned, 'review' | 'lines' | 'slotChanges'>,
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
      [`review ${of.review}`]: reviewFact({ status, slot, isClosed: false }),
    }),
  }
}

/** Makes a change that is repeated with its key if there was no reply. */
export const change = (desk: Desk, input: Change) => make(desk, { ...input, isRepeated: true })

/** Changes the schedule of a booked review and returns its final slot. */
export async function changePlans(
  desk: Desk,
  of: Planned,
  [first, second, third, fourth]: [Place, Place, Place, Place],
): Promise<Place> {
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
    await bookAll(desk, of, next)
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

const placed = ({ review: reviewId, reviewer }: Planned, { _id: slot }: Place) => ({
  reviewId,
  reviewer: reviewer._id,
  slot,
})

async function move(desk: Desk, of: Planned, to: Place, more: Effects = {}): Promise<void> {
  await change(desk, {
    what: `move ${of.review} to ${to._id}`,
    to: moveReview.advisor,
    token: of.advisor.token,
    body: { value: placed(of, to) },
    effects: { ...plannedEffects(of, 'moved', to._id), ...more },
  })
}

/** Books one review as a plan. */
export async function bookAll(desk: Desk, of: Planned, to: Place): Promise<void> {
  await change(desk, {
    what: `book all: ${to._id} for ${of.review}`,
    to: bookPlan,
    token: of.advisor.token,
    body: { value: [placed(of, to)] },
    effects: plannedEffects(of, 'booked', to._id),
  })
}

/** Also removes the slot, if given. Only the reviewer can. */
async function cancel(
  desk: Desk,
  of: Planned,
  role: 'advisor' | 'reviewer',
  gone: Place | undefined,
): Promise<void> {
  await change(desk, {
    what: `cancel ${of.review}`,
    to: cancelBooking[role],
    token: of[role].token,
    body: { value: { reviewId: of.review, reason: 'Ill', removeSlot: gone !== undefined } },
    effects: {
      ...plannedEffects(of, 'cancelled', null),
      ...(gone && { [gone.fact]: null, [`trail ${gone._id}`]: '1' }),
    },
  })
}

async function undoLast(
  desk: Desk,
  of: Planned,
  role: 'advisor' | 'reviewer',
  to: Place,
): Promise<void> {
  await change(desk, {
    what: `take back what happened to ${of.review}`,
    to: undoChange[role],
    token: of[role].token,
    body: { value: { reviewId: of.review } },
    effects: { ...plannedEffects(of, 'undone', to._id), [to.fact]: to.endsAt },
  })
}

/** The second request replaces the first. */
async function ask(desk: Desk, of: Planned): Promise<void> {
  for (const reason of ['An exam', 'A train']) {
    await change(desk, {
      what: `ask for another time of ${of.review}`,
      to: requestReschedule,
      token: of.student.token,
      body: { value: { reviewId: of.review, reason, slots: [] } },
      effects: { ...plannedEffects(of, 'asked'), [`request ${of.review}`]: reason },
    })
  }
}

async function withdraw(desk: Desk, of: Planned): Promise<void> {
  await change(desk, {
    what: `withdraw the reschedule request of ${of.review}`,
    to: withdrawRescheduleRequest,
    token: of.student.token,
    body: { value: { reviewId: of.review } },
    effects: { ...plannedEffects(of, 'withdrawn'), [`request ${of.review}`]: null },
  })
}

async function decline(desk: Desk, of: Planned): Promise<void> {
  const reason = 'No room'
  await change(desk, {
    what: `decline the reschedule request of ${of.review}`,
    to: declineRescheduleRequest,
    token: of.advisor.token,
    body: { value: { reviewId: of.review, reason } },
    effects: {
      ...plannedEffects(of, 'withdrawn'),
      [`request ${of.review}`]: null,
      [`declined ${of.review}`]: reason,
    },
  })
}

async function removeOne(desk: Desk, { reviewer }: Planned, slot: Place): Promise<void> {
  await change(desk, {
    what: `remove ${slot._id}`,
    to: removeSlots,
    token: reviewer.token,
    body: { value: { slots: [slot._id] } },
    effects: { [slot.fact]: null, [`trail ${slot._id}`]: '1' },
  })
}

/** Records that nobody came to a review. */
export async function noteAbsent(desk: Desk, of: Planned, slot: string): Promise<void> {
  await change(desk, {
    what: `no-show of ${of.review}`,
    to: reportNoShow.advisor,
    token: of.advisor.token,
    body: { value: { reviewId: of.review, who: 'student' } },
    effects: { ...plannedEffects(of, 'no-show', null), [`no-show ${slot}`]: 'student' },
  })
}
