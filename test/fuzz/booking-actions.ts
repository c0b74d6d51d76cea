import { expect } from 'vitest'
import { listFreedSlotOffers } from '#contract/availability/freed-slot-offers.ts'
import { noShowRoles } from '#contract/kit/kinds/history-kind.ts'
import { bookPlan, getPlan } from '#contract/plan.ts'
import { createReview, decisionKinds, undoDecision } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import {
  declineRescheduleRequest,
  requestReschedule,
  withdrawRescheduleRequest,
} from '#contract/reviews/scheduling/reschedule-requests.ts'
import { moveReview, undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import {
  isBooked,
  isOpen,
  isWaiting,
  makeCall,
  pickAt,
  pickMember,
  pickReview,
  pickSlot,
  type Scene,
  type StepSeed,
} from './scene-helpers.ts'

const staff = ['advisor', 'reviewer'] as const

/** Actions on single reviews. */
export const bookingActions = {
  book: (scene: Scene, step: StepSeed) => {
    const review = pickReview(scene, step, isWaiting)
    return place(scene, step, bookSlot.advisor, review, pickSlot(scene, step))
  },

  move: (scene: Scene, step: StepSeed) => {
    const review = pickReview(scene, step, isBooked(scene))
    return place(scene, step, moveReview.advisor, review, pickSlot(scene, step))
  },

  /** Accepts a reschedule request. */
  grant: (scene: Scene, step: StepSeed) => {
    const { state } = scene
    const requested = state.requestedSlots.filter(({ review_id }) =>
      state.requests.some((one) => one.review_id === review_id && one.ended_at === null),
    )
    const request = pickAt(requested, step.a)
    const review = state.reviews.find(({ id }) => id === request?.review_id)
    const slot = state.slots.find(({ id }) => id === request?.slot_id)
    return (
      review &&
      place(scene, step, isWaiting(review) ? bookSlot.advisor : moveReview.advisor, review, slot)
    )
  },

  cancel: (scene: Scene, step: StepSeed) => {
    const role = pickAt([...staff], step.b) ?? 'advisor'
    const review = pickReview(scene, step, isBooked(scene))
    const value = { reviewId: review.id, reason: 'Ill', removeSlot: step.c % 2 === 0 }
    return makeCall(scene.school, getOwner(scene, step, role, review), cancelBooking[role], {
      value,
    })
  },

  noShow: (scene: Scene, step: StepSeed) => {
    const role = pickAt(['student' as const, ...staff], step.b) ?? 'advisor'
    const hasBegun = (review: typeof one) =>
      review.status === 'review-scheduled' && (review.held_at ?? scene.now) < scene.now
    const one = pickReview(scene, step, (review) => isOpen(review) && hasBegun(review))
    const who = role === 'advisor' ? pickAt([...noShowRoles], step.c) : theOther[role]
    const call = reportNoShow[role]
    const body = { value: { reviewId: one.id, who: who ?? 'student' } }
    return makeCall(scene.school, getOwner(scene, step, role, one), call, body)
  },

  ask: (scene: Scene, step: StepSeed) => {
    const review = pickReview(scene, step, isOpen)
    const slots = [pickSlot(scene, step), pickSlot(scene, { ...step, b: step.b + 1 })]
    const ids = new Set(slots.slice(0, step.c % 3).flatMap((slot) => slot?.id ?? []))
    const value = { reviewId: review.id, reason: 'An exam', slots: [...ids] }
    const student = pickMember(scene, 'student', review.student_id, step)
    return makeCall(scene.school, student, requestReschedule, { value })
  },

  withdraw: (scene: Scene, step: StepSeed) => {
    const ids = scene.state.requests.map(({ review_id }) => review_id)
    const { id: reviewId, student_id } = pickReview(scene, step, ({ id }) => ids.includes(id))
    const student = pickMember(scene, 'student', student_id, step)
    return makeCall(scene.school, student, withdrawRescheduleRequest, { value: { reviewId } })
  },

  decline: (scene: Scene, step: StepSeed) => {
    const standing = scene.state.requests.filter(({ ended_at }) => ended_at === null)
    const ids = standing.map(({ review_id }) => review_id)
    const { id: reviewId, advisor_id } = pickReview(scene, step, ({ id }) => ids.includes(id))
    const advisor = pickMember(scene, 'advisor', advisor_id, step)
    return makeCall(scene.school, advisor, declineRescheduleRequest, {
      value: { reviewId, reason: 'No room' },
    })
  },

  undoChange: (scene: Scene, step: StepSeed) => {
    const lastOf = (id: string) => scene.state.lines.findLast((line) => line.review_id === id)
    const isChange = (what = '') => ['moved', 'cancelled'].includes(what)
    const review = pickReview(scene, step, ({ id }) => isChange(lastOf(id)?.what))
    const by = lastOf(review.id)?.person_id
    const role = scene.school.people.reviewer.some(({ _id }) => _id === by) ? 'reviewer' : 'advisor'
    const owner = pickMember(scene, role, by ?? review.advisor_id, step)
    return makeCall(scene.school, owner, undoChange[role], { value: { reviewId: review.id } })
  },

  follow: (scene: Scene, step: StepSeed) => {
    const review = pickReview(scene, step, isOpen)
    const status = pickAt([...decisionKinds], step.b) ?? 'next-week'
    const advisor = pickMember(scene, 'advisor', review.advisor_id, step)
    return makeCall(scene.school, advisor, createReview.advisor, {
      id: review.id,
      value: { status },
    })
  },

  undoDecision: (scene: Scene, step: StepSeed) => {
    const latest = ({ closed_at }: { closed_at: number | null }) =>
      closed_at !== null && closed_at >= scene.now - 15 * 60_000
    const review = pickReview(scene, step, latest)
    const advisor = pickMember(scene, 'advisor', review.advisor_id, step)
    return makeCall(scene.school, advisor, undoDecision.advisor, { value: { reviewId: review.id } })
  },

  mark: (scene: Scene, step: StepSeed) => {
    const review = pickReview(scene, step, ({ slot_id }) => slot_id !== null)
    const mark = { code: 80, theory: step.b % 101, weekStatus: 'Task Completed' as const }
    const reviewer = pickMember(scene, 'reviewer', review.reviewer_id, step)
    return makeCall(scene.school, reviewer, updateMark, { id: review.id, value: { mark } })
  },

  /** A plan is booked completely if nothing has changed in between. */
  plan: async ({ school }: Scene, step: StepSeed) => {
    const advisor = pickAt(school.people.advisor, step.a)
    if (!advisor) return undefined
    const { status, body } = await school.app.call(getPlan, { token: advisor.token })
    expect(status).toBe(200)
    const value = body.flatMap(({ review, reviewer, slot }) =>
      slot && reviewer ? { reviewId: review._id, reviewer: reviewer._id, slot: slot._id } : [],
    )
    if (value.length === 0) return undefined
    const done = await makeCall(school, advisor, bookPlan, { value })
    expect(done.body.refused).toEqual([])
    expect(done.body.booked).toHaveLength(value.length)
    return done
  },

  /** A freed slot offer can be booked if nobody was faster. */
  offer: async ({ school }: Scene, step: StepSeed) => {
    const advisor = pickAt(school.people.advisor, step.a)
    if (!advisor) return undefined
    const { body } = await school.app.call(listFreedSlotOffers, { token: advisor.token })
    expect(new Set(body.map(({ slot }) => slot._id)).size).toBe(body.length)
    const one = pickAt(body, step.b)
    if (!one) return undefined
    const { review, slot } = one
    const value = { reviewId: review._id, reviewer: slot.reviewer._id, slot: slot._id }
    const done = await makeCall(school, advisor, bookSlot.advisor, { value })
    expect(done.status).toBe(200)
    return done
  },
}

const theOther = { student: 'reviewer', reviewer: 'student' } as const

type Review = Scene['state']['reviews'][number]

function getOwner(
  scene: Scene,
  step: StepSeed,
  role: 'student' | 'advisor' | 'reviewer',
  review: Review,
) {
  const id = {
    student: review.student_id,
    advisor: review.advisor_id,
    reviewer: review.reviewer_id,
  }
  return pickMember(scene, role, id[role], step)
}

function place(
  scene: Scene,
  step: StepSeed,
  call: typeof bookSlot.advisor | typeof moveReview.advisor,
  review: Review,
  slot: Scene['state']['slots'][number] | undefined,
) {
  if (!slot) return undefined
  const value = { reviewId: review.id, reviewer: slot.reviewer_id, slot: slot.id }
  return makeCall(scene.school, pickMember(scene, 'advisor', review.advisor_id, step), call, {
    value,
  })
}
