import { bookPlan } from '#contract/plan.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import {
  declineRescheduleRequest,
  requestReschedule,
  withdrawRescheduleRequest,
} from '#contract/reviews/scheduling/reschedule-requests.ts'
import { moveReview, undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import { removeSlots } from '#contract/slots/manage-slots.ts'
import { pickOne, randomBoolean } from '#seed/random.ts'
import { reviewFact } from './facts.ts'
import type { Effects } from './find-losses.ts'
import { type Change, type Desk, make } from './writer.ts'

/** A review whose plans change, and whose it is. */
export type Planned = {
  advisor: { token: string }
  reviewer: { _id: string; token: string }
  student: { token: string }
  review: string
  /** What its history says, and how often its slot changed. */
  lines: string[]
  slotChanges: number
}

/** A slot, and when it ends, as facts have it. */
export type Place = { _id: string; fact: string; endsAt: string }

/**
 * What a change leaves: how the review stands, its line in the history, and its entry in the audit
 * log.
 */
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

/** Makes a change that is made once more with its key where it had no answer. */
export const change = (desk: Desk, input: Change) => make(desk, { ...input, isRepeated: true })

/**
 * Lets the plans of a booked review change, and returns the slot with which it stands in the end.
 */
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
    await move(desk, of, third, { [`wish ${of.review}`]: null, [`declined ${of.review}`]: null })
    return third
  }
  await removeOne(desk, of, fourth)
  return first
}

const placed = ({ review: reviewId, reviewer }: Planned, { _id: slot }: Place) => ({
  ...{ reviewId, reviewer: reviewer._id, slot },
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

/** Books one review by a plan. */
export async function bookAll(desk: Desk, of: Planned, to: Place): Promise<void> {
  await change(desk, {
    what: `book all: ${to._id} for ${of.review}`,
    to: bookPlan,
    token: of.advisor.token,
    body: { value: [placed(of, to)] },
    effects: plannedEffects(of, 'booked', to._id),
  })
}

/** With its slot, where that is given: the reviewer alone can say so. */
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

/** The second wish stands in the place of the first one. */
async function ask(desk: Desk, of: Planned): Promise<void> {
  for (const reason of ['An exam', 'A train']) {
    await change(desk, {
      what: `ask for another time of ${of.review}`,
      to: requestReschedule,
      token: of.student.token,
      body: { value: { reviewId: of.review, reason, slots: [] } },
      effects: { ...plannedEffects(of, 'asked'), [`wish ${of.review}`]: reason },
    })
  }
}

async function withdraw(desk: Desk, of: Planned): Promise<void> {
  await change(desk, {
    what: `withdraw the wish of ${of.review}`,
    to: withdrawRescheduleRequest,
    token: of.student.token,
    body: { value: { reviewId: of.review } },
    effects: { ...plannedEffects(of, 'withdrawn'), [`wish ${of.review}`]: null },
  })
}

async function decline(desk: Desk, of: Planned): Promise<void> {
  const reason = 'No room'
  await change(desk, {
    what: `decline the wish of ${of.review}`,
    to: declineRescheduleRequest,
    token: of.advisor.token,
    body: { value: { reviewId: of.review, reason } },
    effects: {
      ...plannedEffects(of, 'withdrawn'),
      ...{ [`wish ${of.review}`]: null, [`declined ${of.review}`]: reason },
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

/** Notes that nobody came to a review that began before. */
export async function noteAbsent(desk: Desk, of: Planned, slot: string): Promise<void> {
  await change(desk, {
    what: `no-show of ${of.review}`,
    to: reportNoShow.advisor,
    token: of.advisor.token,
    body: { value: { reviewId: of.review, who: 'student' } },
    effects: { ...plannedEffects(of, 'no-show', null), [`no-show ${slot}`]: 'student' },
  })
}
