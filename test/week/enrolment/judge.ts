import { minuteMs } from '#contract/kit/time/durations.ts'
import {
  appendLine,
  freeSlot,
  isBookedAndUpcoming,
  isUnrestorable,
} from '../judge-schedule-changes.ts'
import { hasNextReviewChanged } from '../judge-undoing-decision.ts'
import {
  type Actor,
  getActorKey,
  judge,
  type Model,
  type ModelReview,
  newReview,
  type Verdict,
} from '../model.ts'

const undoMs = 10 * minuteMs

const findLatest = (model: Model, student: number) =>
  model.reviews.findLast((review) => review.student === student)

const isActiveAdvisor = (model: Model, advisor: number | null) =>
  advisor !== null && !model.blocked.has(getActorKey({ role: 'advisor', index: advisor }))

function cancelBooking(model: Model, actor: Actor, student: number): void {
  const review = findLatest(model, student)
  if (!review || !isBookedAndUpcoming(model, review)) return
  appendLine(model, actor, review, { what: 'cancelled', from: review.slot })
  freeSlot(review)
}

/**
 * Gives the slot back that was cancelled since an instant, if it is free and nothing came after.
 */
function restoreBooking(model: Model, actor: Actor, student: number, since: number): void {
  const review = findLatest(model, student)
  const last = review?.lines.at(-1)
  if (!review || review.isClosed || last?.what !== 'cancelled' || last.at < since) return
  const slot = model.slots.find(({ id }) => id === last.from)
  if (
    slot === undefined ||
    slot.startsAt <= model.now ||
    model.blocked.has(getActorKey({ role: 'reviewer', index: slot.reviewer })) ||
    isUnrestorable(model, review, slot)
  )
    return
  const before = review.lines.findLast(
    ({ what, to }) => to === slot.id && (what === 'booked' || what === 'moved'),
  )
  appendLine(model, actor, review, { what: 'undone', to: slot.id })
  review.slot = slot.id
  review.status = 'review-scheduled'
  review.times.booked = before?.at ?? null
  review.wish = last.wish
}

/** Contract, section 11: a pause frees the slot. */
export function judgePause(model: Model, actor: Actor, student: number): Verdict {
  const wrong = { 409: model.paused.has(student) || model.finished.has(student) }
  return judge(model, actor, 'admin', wrong, () => {
    model.paused.set(student, model.now)
    cancelBooking(model, actor, student)
  })
}

/** With `undo`, the slot comes back for ten minutes. */
export function judgeResume(model: Model, actor: Actor, student: number, undo: boolean): Verdict {
  const since = model.paused.get(student)
  const isOver = undo && since !== undefined && since < model.now - undoMs
  const wrong = { 409: since === undefined || model.finished.has(student) || isOver }
  return judge(model, actor, 'admin', wrong, () => {
    model.paused.delete(student)
    if (undo) restoreBooking(model, actor, student, since ?? 0)
  })
}

/** The open review is closed; one that a reopening has just opened goes. */
export function judgeFinish(model: Model, actor: Actor, student: number): Verdict {
  const wrong = { 409: model.finished.has(student) }
  return judge(model, actor, 'admin', wrong, () => {
    cancelBooking(model, actor, student)
    model.finished.set(student, model.now)
    const review = findLatest(model, student)
    if (!review || review.isClosed) return
    const last = model.reviews.findLast((one) => one.student === student && one !== review)
    const openedAt = model.reopened.get(review.id) ?? Number.NEGATIVE_INFINITY
    if (last && openedAt >= model.now - undoMs && !hasNextReviewChanged(review, last)) {
      model.reviews = model.reviews.filter((one) => one !== review)
      model.handedOver = model.handedOver.filter((one) => one.review !== review)
      return
    }
    review.isClosed = true
    review.times.decided = model.now
  })
}

/** Opens the review again that was not used, or else another one, whose id is not known yet. */
function openAgain(model: Model, student: number): void {
  const last = findLatest(model, student)
  if (!last) return
  const advisor = isActiveAdvisor(model, last.advisor) ? last.advisor : null
  const week = model.weeks[student] ?? last.week
  if (last.status === 'not-scheduled') {
    Object.assign(last, { advisor, week, isClosed: false })
    last.times.decided = null
    return
  }
  model.reviews.push({
    ...newReview(placeholderReviewId, student, advisor, week),
    pendingTask: last.pendingTask,
  })
}

/** The id of a review that the model has opened until the server is asked for it. */
export const placeholderReviewId = 'unknown'

export function judgeReopen(model: Model, actor: Actor, student: number, undo: boolean): Verdict {
  const since = model.finished.get(student)
  const isOver = undo && since !== undefined && since < model.now - undoMs
  return judge(model, actor, 'admin', { 409: since === undefined || isOver }, () => {
    model.finished.delete(student)
    if (!undo) {
      model.paused.delete(student)
      return openAgain(model, student)
    }
    const review = findLatest(model, student)
    const week = model.weeks[student] ?? review?.week
    const isAsMarked = review?.times.marked === null || review?.week === week
    if (review && review.times.decided === since && isAsMarked) open(review, week)
    else openAgain(model, student)
    restoreBooking(model, actor, student, since ?? 0)
  })
}

function open(review: ModelReview, week = review.week): void {
  review.week = week
  review.isClosed = false
  review.times.decided = null
}

/** The open review takes the week while nothing has been marked. */
export function judgeWeek(model: Model, actor: Actor, student: number, week: number): Verdict {
  const review = findLatest(model, student)
  const isOpen = review !== undefined && !review.isClosed
  const isMarked = isOpen && review.week !== week && review.times.marked !== null
  return judge(model, actor, 'admin', { 409: isMarked }, () => {
    if (isOpen) review.week = week
    model.weeks[student] = week
    model.weekEdited.add(student)
  })
}
