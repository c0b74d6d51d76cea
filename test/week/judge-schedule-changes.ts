import type { NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { timeZone } from './members.ts'
import {
  type Actor,
  findSlot,
  getActorKey,
  isStudentActive,
  judge,
  type Model,
  type ModelHistoryLine,
  type ModelReview,
  type ModelSlot,
  overlaps,
  type Verdict,
} from './model.ts'

const endsRequest = new Set(['booked', 'moved', 'cancelled', 'no-show', 'marked', 'decided'])

/** Adds a history line, which may end a reschedule request. */
export function appendLine(
  model: Model,
  actor: Actor,
  review: ModelReview,
  line: Partial<ModelHistoryLine> & Pick<ModelHistoryLine, 'what'>,
): void {
  const ends = endsRequest.has(line.what)
  review.lines.push({
    by: getActorKey(actor),
    at: model.now,
    from: null,
    to: null,
    gone: null,
    wish: ends ? review.wish : null,
    ...line,
  })
  if (!ends) return
  review.wish = null
  review.declined = null
}

/** Whether a slot is booked, used up, or outside its reviewer's booking limits. */
export function isUnbookable(model: Model, review: ModelReview, slot: ModelSlot): boolean {
  const rules = model.bookingRules.get(slot.reviewer)
  const isTooSoon = rules !== undefined && slot.startsAt - rules.notice * minuteMs < model.now
  return isTooSoon || isUnrestorable(model, review, slot)
}

/** The same for a review's previous slot, which may begin within the notice. */
export function isUnrestorable(model: Model, review: ModelReview, slot: ModelSlot): boolean {
  if (!isStudentActive(model, review.student)) return true
  if (model.spent.has(slot.id) || model.reviews.some((one) => one.slot === slot.id)) return true
  const { buffer = 0, mostADay = null } = model.bookingRules.get(slot.reviewer) ?? {}
  const others = model.slots.filter(
    (one) =>
      one.reviewer === slot.reviewer &&
      one.id !== slot.id &&
      (model.spent.has(one.id) ||
        model.reviews.some((other) => other !== review && other.slot === one.id)),
  )
  const ms = buffer * minuteMs
  const isClose = (one: ModelSlot) =>
    one.startsAt < slot.endsAt + ms && slot.startsAt < one.endsAt + ms
  const dayOf = ({ startsAt }: ModelSlot) => getDateInZone(startsAt, timeZone)
  const onDay = others.filter((one) => dayOf(one) === dayOf(slot)).length
  return (buffer > 0 && others.some(isClose)) || (mostADay !== null && onDay >= mostADay)
}

export function isBookedAndUpcoming(model: Model, review: ModelReview): boolean {
  const slot = findSlot(model, review)
  const isBooked = review.status === 'review-scheduled' && !review.isClosed
  return isBooked && slot !== undefined && slot.startsAt > model.now
}

/** Contract, section 9: like booking, for a booked review that has not begun. */
export function judgeMove(
  model: Model,
  actor: Actor,
  { review, slot }: { review: ModelReview; slot: ModelSlot },
): Verdict {
  const wrong = {
    404:
      review.advisor !== actor.index ||
      model.blocked.has(getActorKey({ role: 'reviewer', index: slot.reviewer })),
    400: slot.startsAt <= model.now || slot.startsAt >= model.beyond,
    409: !isBookedAndUpcoming(model, review) || isUnbookable(model, review, slot),
  }
  return judge(model, actor, 'advisor', wrong, () => {
    appendLine(model, actor, review, { what: 'moved', from: review.slot, to: slot.id })
    review.slot = slot.id
    review.times.booked = model.now
  })
}

function isTheirs(model: Model, actor: Actor, review: ModelReview): boolean {
  if (actor.role === 'student') return review.student === actor.index
  if (actor.role === 'advisor') return review.advisor === actor.index
  return findSlot(model, review)?.reviewer === actor.index
}

export function freeSlot(review: ModelReview): void {
  review.slot = null
  review.times.booked = null
  review.status = 'not-scheduled'
}

/** Only its reviewer can also remove the slot. */
export function judgeCancelling(
  model: Model,
  actor: Actor,
  review: ModelReview,
  removesSlot: boolean,
): Verdict {
  const wrong = {
    400: removesSlot && actor.role !== 'reviewer',
    404: !isTheirs(model, actor, review),
    409: !isBookedAndUpcoming(model, review),
  }
  return judge(model, actor, actor.role, wrong, () => {
    const gone = removesSlot ? (findSlot(model, review) ?? null) : null
    appendLine(model, actor, review, { what: 'cancelled', from: review.slot, gone })
    freeSlot(review)
    if (gone) model.slots = model.slots.filter((slot) => slot !== gone)
  })
}

/** Nobody joins calls here. */
export function judgeNoShow(
  model: Model,
  actor: Actor,
  review: ModelReview,
  who: NoShowRole,
): Verdict {
  const slot = findSlot(model, review)
  const isBooked = review.status === 'review-scheduled' && !review.isClosed
  const wrong = {
    400: actor.role === who,
    404: !isTheirs(model, actor, review),
    409: !isBooked || slot === undefined || slot.startsAt + 10 * minuteMs > model.now,
  }
  return judge(model, actor, actor.role, wrong, () => {
    if (review.slot) model.spent.add(review.slot)
    appendLine(model, actor, review, { what: 'no-show', from: review.slot })
    freeSlot(review)
  })
}

/**
 * Contract, section 9: within ten minutes, by the person who made the last change, if the slot is
 * still free.
 */
export function judgeUndoingChange(model: Model, actor: Actor, review: ModelReview): Verdict {
  const last = review.lines.at(-1)
  const isOwn = last?.by === getActorKey(actor)
  const isChange = last?.what === 'moved' || last?.what === 'cancelled'
  const slot = slotToComeBack(model, last)
  const wrong = {
    404: !isOwn && !isTheirs(model, actor, review),
    409:
      !isOwn ||
      !isChange ||
      last.at < model.now - 10 * minuteMs ||
      slot === undefined ||
      slot.startsAt <= model.now ||
      (findSlot(model, review)?.startsAt ?? Number.POSITIVE_INFINITY) <= model.now ||
      model.blocked.has(getActorKey({ role: 'reviewer', index: slot.reviewer })) ||
      isUnrestorable(model, review, slot),
  }
  return judge(model, actor, actor.role, wrong, () => {
    if (!slot || !last) return
    const before = review.lines.findLast(
      ({ what, to }) => to === slot.id && (what === 'booked' || what === 'moved'),
    )
    appendLine(model, actor, review, { what: 'undone', from: review.slot, to: slot.id })
    if (last.gone) model.slots.push(slot)
    review.slot = slot.id
    review.status = 'review-scheduled'
    review.times.booked = before?.at ?? null
    review.wish = last.wish
  })
}

/** The slot of the undone change. A removed one is recreated if nothing else is in its place. */
function slotToComeBack(model: Model, last: ModelHistoryLine | undefined): ModelSlot | undefined {
  const gone = last?.gone
  if (!gone) return model.slots.find((one) => one.id === last?.from)
  const date = getDateInZone(gone.startsAt, timeZone)
  const isAway = model.absences.some((one) => one.reviewer === gone.reviewer && one.date === date)
  return isAway || model.slots.some((one) => overlaps(one, gone)) ? undefined : gone
}

/** Proposed slots must be bookable and of the domain's reviewers. There are none here. */
export function judgeRescheduleRequest(model: Model, actor: Actor, review: ModelReview): Verdict {
  const slot = findSlot(model, review)
  const hasBegun = slot !== undefined && slot.startsAt <= model.now
  const wrong = {
    404: review.student !== actor.index,
    409: review.isClosed || review.status === 'conducted' || hasBegun,
  }
  return judge(model, actor, 'student', wrong, () => {
    appendLine(model, actor, review, { what: 'asked' })
    review.wish = { reason: 'An exam', slots: [] }
    review.declined = null
  })
}

export function judgeWithdrawing(model: Model, actor: Actor, review: ModelReview): Verdict {
  const wrong = { 404: review.student !== actor.index, 409: review.wish === null }
  return judge(model, actor, 'student', wrong, () => {
    appendLine(model, actor, review, { what: 'withdrawn' })
    review.wish = null
  })
}

/** The review keeps its time, and shows the reason until the schedule changes. */
export function judgeDeclining(
  model: Model,
  actor: Actor,
  review: ModelReview,
  reason: string,
): Verdict {
  const wrong = { 404: review.advisor !== actor.index, 409: review.wish === null }
  return judge(model, actor, 'advisor', wrong, () => {
    appendLine(model, actor, review, { what: 'withdrawn' })
    review.wish = null
    review.declined = reason
  })
}
