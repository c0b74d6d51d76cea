import { minuteMs } from '#contract/kit/time/durations.ts'
import { appendLine, isUnrestorable } from './judge-schedule-changes.ts'
import {
  type Actor,
  findNextReview,
  getActorKey,
  judge,
  type Model,
  type ModelReview,
  type Verdict,
} from './model.ts'

/**
 * Contract, section 9: for ten minutes a decision can be undone. The next review is removed if
 * nothing has happened to it, and the slot returns if it is free.
 */
export function judgeUndoingDecision(model: Model, actor: Actor, review: ModelReview): Verdict {
  const next = findNextReview(model, review)
  const { decided } = review.times
  const wrong = {
    404: review.advisor !== actor.index,
    409:
      decided === null ||
      decided < model.now - 10 * minuteMs ||
      next === undefined ||
      next.advisor !== review.advisor ||
      hasNextReviewChanged(next, review),
  }
  return judge(model, actor, 'advisor', wrong, () => {
    const last = review.lines.at(-1)
    const decision = review.lines.findLast(({ what }) => what === 'decided')
    const slot = model.slots.find(({ id }) => id === decision?.from)
    model.reviews = model.reviews.filter((one) => one !== next)
    model.weeks[review.student] = review.week
    review.isClosed = false
    review.times.decided = null
    const isBack =
      slot !== undefined &&
      slot.startsAt > model.now &&
      !model.blocked.has(getActorKey({ role: 'reviewer', index: slot.reviewer })) &&
      !isUnrestorable(model, review, slot)
    appendLine(model, actor, review, { what: 'undone', to: isBack ? slot.id : null })
    if (last === decision) review.wish = decision?.wish ?? null
    if (!isBack) return
    const wasBooked = ({ what, to }: (typeof review.lines)[number]) =>
      to === slot.id && (what === 'booked' || what === 'moved')
    review.slot = slot.id
    review.status = 'review-scheduled'
    review.times.booked = review.lines.findLast(wasBooked)?.at ?? null
  })
}

/** Whether anything has happened to the next review. */
export function hasNextReviewChanged(next: ModelReview, review: ModelReview): boolean {
  return (
    next.isClosed ||
    next.status !== 'not-scheduled' ||
    next.wish !== null ||
    next.lost !== null ||
    next.lines.length > 0 ||
    Object.values(next.taskStatus).some((state) => state !== 'Not added') ||
    JSON.stringify(next.pendingTask) !== JSON.stringify(review.pendingTask)
  )
}
