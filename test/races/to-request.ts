import { z } from 'zod'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { addAbsence, addAbsenceFor } from '#contract/availability/absences.ts'
import { saveAvailability } from '#contract/availability/availability.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { daysPerWeek } from '#contract/kit/time/zone.ts'
import { bookPlan } from '#contract/plan.ts'
import { createReview, undoDecision } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { reviewRefusals } from '#contract/reviews/reviews.ts'
import { bookingRefusals, bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import {
  declineRescheduleRequest,
  requestReschedule,
  withdrawRescheduleRequest,
} from '#contract/reviews/scheduling/reschedule-requests.ts'
import { moveReview, undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import { removeSlots } from '#contract/slots/remove-and-clone-slots.ts'
import { addSlots } from '#contract/slots/slots.ts'
import type { Action, ActionOf, BookingPlan, TimeRange } from './race-log.ts'

type Request = Pick<Endpoint, 'method' | 'path'> & { body: unknown }

const mark = { code: 50, theory: 60, weekStatus: 'Task Completed' }
const reason = 'Ill'
const ofReview = ({ review: reviewId }: { review: string }, more = {}) => ({
  body: { value: { reviewId, ...more } },
})

/** The request of a call. */
export function toRequest(asked: Action | BookingPlan): Request {
  switch (asked.call) {
    case 'book':
      return { ...bookSlot.advisor, body: { value: booking(asked) } }
    case 'plan':
      return { ...bookPlan, body: { value: asked.lines.map(booking) } }
    case 'move':
      return { ...moveReview.advisor, body: { value: booking(asked) } }
    case 'cancel':
      return {
        ...cancelBooking[asked.role],
        ...ofReview(asked, { reason, removeSlot: asked.removesSlot }),
      }
    case 'take back':
      return { ...undoChange[asked.role], ...ofReview(asked) }
    case 'no-show':
      return { ...reportNoShow[asked.role], ...ofReview(asked, { who: asked.absent }) }
    case 'ask':
      return { ...requestReschedule, ...ofReview(asked, { reason, slots: asked.slots }) }
    case 'withdraw':
      return { ...withdrawRescheduleRequest, ...ofReview(asked) }
    case 'decline':
      return { ...declineRescheduleRequest, ...ofReview(asked, { reason }) }
    case 'follow':
      return { ...createReview.advisor, body: { id: asked.review, value: { status: asked.way } } }
    case 'undo':
      return { ...undoDecision.advisor, ...ofReview(asked) }
    case 'mark':
      return { ...updateMark, body: { id: asked.review, value: { mark } } }
    case 'add slots':
      return { ...addSlots, body: { values: asked.range } }
    case 'remove':
      return { ...removeSlots, body: { value: { slots: asked.slots } } }
    case 'absence': {
      const value = { from: asked.date, to: asked.date, reason, confirm: true }
      const { of: reviewer } = asked
      if (reviewer === undefined) return { ...addAbsence, body: { value } }
      return { ...addAbsenceFor, body: { value: { ...value, reviewer } } }
    }
    case 'week':
      return { ...saveAvailability, body: { value: { ...toWeek(asked.times), confirm: true } } }
    case 'block':
    case 'unblock':
      return { ...blockUnblock[asked.role], body: { id: asked.person, action: asked.call } }
  }
}

const booking = (asked: { review: string; reviewer: string; slot: string }) => ({
  reviewId: asked.review,
  reviewer: asked.reviewer,
  slot: asked.slot,
})

/** An availability with these times on each day, since long ago. */
function toWeek({ timeStart: from, timeEnd: to, reviewTime }: TimeRange) {
  const block = { from, to, reviewTime, everyWeeks: 1, since: '2026-01-05', until: null }
  const blocks = Array.from({ length: daysPerWeek }, (_, day) => ({ weekday: day + 1, ...block }))
  return { blocks, buffer: 0, mostADay: null, notice: 0 }
}

const Planned = z.object({
  booked: z.array(z.object({ _id: z.string() })),
  refused: z.array(z.object({ reviewId: z.string(), message: z.string() })),
})
const refusals = Object.values({ ...bookingRefusals, ...reviewRefusals })

/** The status of a plan's line, as if it were a call of its own. */
export function getPlanLineStatus(
  { review }: ActionOf<'book'>,
  { status }: { status: number | undefined },
  body: unknown,
): number | undefined {
  if (status !== 200) return status
  const { booked, refused } = Planned.parse(body)
  const refusal = refused.find(({ reviewId }) => reviewId === review)
  if (booked.some(({ _id }) => _id === review)) return refusal ? 500 : 200
  return refusals.find(({ message }) => message === refusal?.message)?.status ?? 500
}
