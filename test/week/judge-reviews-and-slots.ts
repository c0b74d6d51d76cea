import type { Mark, WeekTaskStates } from '#contract/reviews/reviews.ts'
import {
  appendLine,
  freeSlot,
  isBookedAndUpcoming,
  isUnbookable,
} from './judge-schedule-changes.ts'
import {
  type Actor,
  findNextReview,
  findSlot,
  getActorKey,
  judge,
  type Model,
  type ModelReview,
  type ModelSlot,
  newReview,
  overlaps,
  type Verdict,
} from './model.ts'

/** Contract, section 4: whose slot and review, when, and only once. */
export function judgeBooking(
  model: Model,
  actor: Actor,
  { review, reviewer, slot }: { review: ModelReview; reviewer: number; slot: ModelSlot },
): Verdict {
  const wrong = {
    404:
      review.advisor !== actor.index ||
      slot.reviewer !== reviewer ||
      model.blocked.has(getActorKey({ role: 'reviewer', index: reviewer })),
    400: slot.startsAt <= model.now || slot.startsAt >= model.beyond,
    409: isUnbookable(model, review, slot) || review.status !== 'not-scheduled' || review.isClosed,
  }
  return judge(model, actor, 'advisor', wrong, () => {
    appendLine(model, actor, review, { what: 'booked', to: slot.id })
    review.slot = slot.id
    review.lost = null
    review.times.booked = model.now
    review.status = 'review-scheduled'
  })
}

/** Contract, section 3: the reviewer of the review's slot saves marks from 0 to 100. */
export function judgeMark(model: Model, actor: Actor, review: ModelReview, mark: Mark): Verdict {
  const isMark = (points: number) => points >= 0 && points <= 100
  const wrong = {
    404: findSlot(model, review)?.reviewer !== actor.index,
    400: !isMark(mark.code) || !isMark(mark.theory),
  }
  return judge(model, actor, 'reviewer', wrong, () => {
    const isFirst = review.times.marked === null
    const isOther = JSON.stringify(review.mark) !== JSON.stringify(mark)
    if (isFirst || (isOther && !review.isClosed))
      appendLine(model, actor, review, { what: 'marked' })
    review.mark = mark
    review.times.marked ??= model.now
    review.status = 'conducted'
  })
}

export function judgePendingTasks(
  model: Model,
  actor: Actor,
  review: ModelReview,
  lines: string[],
): Verdict {
  const kept = lines.map((line) => line.trim()).filter((line) => line !== '')
  const wrong = {
    404: findSlot(model, review)?.reviewer !== actor.index,
    400: lines.length > 0 && kept.length === 0,
  }
  return judge(model, actor, 'reviewer', wrong, () => {
    const next = findNextReview(model, review)
    const begunWith = JSON.stringify(review.pendingTask)
    const isUnchanged =
      next?.status !== 'conducted' && JSON.stringify(next?.pendingTask) === begunWith
    if (next && isUnchanged) next.pendingTask = kept
    review.pendingTask = kept
  })
}

export function judgeTaskStatus(
  model: Model,
  actor: Actor,
  review: ModelReview,
  given: Partial<WeekTaskStates>,
): Verdict {
  return judge(model, actor, 'advisor', { 404: review.advisor !== actor.index }, () => {
    const before = JSON.stringify(review.taskStatus)
    Object.assign(review.taskStatus, given)
    if (JSON.stringify(review.taskStatus) === before) return
    review.ticked.push({ by: getActorKey(actor), at: model.now })
  })
}

/**
 * Contract, section 3: a review is decided once, for the same week or the next, up to 30. Pending
 * tasks carry over.
 */
export function judgeDecision(
  model: Model,
  actor: Actor,
  review: ModelReview,
  way: 'week-repeat' | 'next-week',
  idOfNext: () => string,
): Verdict {
  const week = way === 'next-week' ? review.week + 1 : review.week
  const wrong = { 404: review.advisor !== actor.index, 409: review.isClosed || week > 30 }
  return judge(model, actor, 'advisor', wrong, () => {
    review.isClosed = true
    review.times.decided = model.now
    const slot = findSlot(model, review)
    const frees = review.status === 'review-scheduled' && slot && slot.startsAt > model.now
    appendLine(model, actor, review, { what: 'decided', ...(frees && { from: slot.id }) })
    if (frees) freeSlot(review)
    model.weeks[review.student] = week
    const next = newReview(idOfNext(), review.student, actor.index, week)
    model.reviews.push({ ...next, pendingTask: review.pendingTask })
  })
}

/**
 * Contract, sections 2, 3 and 9: an unblocked advisor gets the reviews without one, and bookings
 * with a blocked reviewer lose their slot. Nobody else is of their domain.
 */
export function judgeBlocking(
  model: Model,
  actor: Actor,
  whom: Actor,
  action: 'block' | 'unblock',
): Verdict {
  return judge(model, actor, 'admin', {}, () => {
    if (!model.blocked.has(getActorKey(whom))) model.blockedAt.set(getActorKey(whom), model.now)
    if (action === 'block') model.blocked.add(getActorKey(whom))
    else model.blocked.delete(getActorKey(whom))
    for (const review of model.reviews.filter(({ isClosed }) => !isClosed)) {
      const slot = findSlot(model, review)
      const isTheirs = whom.role === 'reviewer' && slot?.reviewer === whom.index
      if (action === 'block' && isTheirs && isBookedAndUpcoming(model, review)) {
        appendLine(model, actor, review, { what: 'lost', from: slot.id })
        review.lost = slot
        freeSlot(review)
      }
      const isOfBlocked = whom.role === 'student' && review.student === whom.index
      if (action === 'block' && isOfBlocked && slot && isBookedAndUpcoming(model, review)) {
        appendLine(model, actor, review, { what: 'cancelled', from: slot.id })
        freeSlot(review)
      }
      if (action === 'unblock' && whom.role === 'advisor') review.advisor ??= whom.index
    }
  })
}

/** A reviewer's slots never overlap, and none begins in the past. */
export function judgePublishing(
  model: Model,
  actor: Actor,
  wanted: ModelSlot[],
  isAway: boolean,
): Verdict {
  const wrong = {
    400: wanted.some((slot) => slot.startsAt <= model.now),
    409: isAway || wanted.some((slot) => model.slots.some((one) => overlaps(one, slot))),
  }
  return judge(model, actor, 'reviewer', wrong, () => model.slots.push(...wanted))
}
