import type { HistoryWhat } from '#contract/kit/history-what.ts'
import type { Mark, ReviewStatus, TaskStatus } from '#contract/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { free, isAhead, isInTheWay, tell } from './plans.ts'

/** Who acts: one of the people of a role, or nobody. */
export type Actor = { role: Role; index: number }

export type ModelReview = {
  id: string
  student: number
  advisor: number | null
  week: number
  status: ReviewStatus
  slot: string | null
  isClosed: boolean
  /** When its slot was booked, its first marks were saved, and it was closed. */
  times: { booked: number | null; marked: number | null; decided: number | null }
  mark: Mark
  pendingTask: string[]
  taskStatus: TaskStatus
  /** Another time that is asked for, with the slots that would suit. */
  wish: { reason: string; slots: string[] } | null
  /** Why its last wish was declined, until plans change. */
  declined: string | null
  /** The slot that was taken away from it, until it has another one. */
  lost: Pick<ModelSlot, 'reviewer' | 'startsAt'> | null
  lines: ModelLine[]
}

/** What became of a review's plans: its slots, and the wish that ended with it. */
export type ModelLine = {
  what: HistoryWhat
  by: string
  at: number
  from: string | null
  to: string | null
  wish: ModelReview['wish']
  /** The slot that it left, where that went too. */
  gone: ModelSlot | null
}

/** How a reviewer wants to be booked, in minutes. */
type Wants = { buffer: number; mostADay: number | null; notice: number }

export type ModelSlot = { id: string; reviewer: number; startsAt: number; endsAt: number }

/** A school as the contract says it is, kept beside the real one. */
export type Model = {
  now: number
  /** The first instant that is too far ahead to be booked. */
  beyond: number
  weeks: number[]
  reviews: ModelReview[]
  slots: ModelSlot[]
  blocked: Set<string>
  /** By the reviewers' numbers; who is not there wants nothing. */
  wants: Map<number, Wants>
  /** Slots that were used up as somebody did not come. */
  spent: Set<string>
  absences: Absence[]
}

/** A day on which a reviewer is away. */
type Absence = { id: string; reviewer: number; date: string }

/** What a call may answer, and what is different afterwards if it is 200. */
export type Verdict = { statuses: number[]; change?: () => void }

export const keyOf = ({ role, index }: Actor) => `${role} ${index}`

/** The verdict on a call of `role` alone, by what else is wrong with it: each reason's status. */
export function judge(
  model: Model,
  actor: Actor,
  role: Role,
  wrong: Record<number, boolean>,
  change: () => void,
): Verdict {
  if (actor.role !== role || model.blocked.has(keyOf(actor))) return { statuses: [401] }
  const statuses = Object.keys(wrong).map(Number)
  const broken = statuses.filter((status) => wrong[status])
  return broken.length > 0 ? { statuses: broken } : { statuses: [200], change }
}

/** Contract, section 4: whose slot and review, when, and once. */
export function judgeBooking(
  model: Model,
  actor: Actor,
  { review, reviewer, slot }: { review: ModelReview; reviewer: number; slot: ModelSlot },
): Verdict {
  const wrong = {
    404:
      review.advisor !== actor.index ||
      slot.reviewer !== reviewer ||
      model.blocked.has(keyOf({ role: 'reviewer', index: reviewer })),
    400: slot.startsAt <= model.now || slot.startsAt >= model.beyond,
    409: isInTheWay(model, review, slot) || review.status !== 'not-scheduled' || review.isClosed,
  }
  return judge(model, actor, 'advisor', wrong, () => {
    tell(model, actor, review, { what: 'booked', to: slot.id })
    review.slot = slot.id
    review.lost = null
    review.times.booked = model.now
    review.status = 'review-scheduled'
  })
}

/** Contract, section 3: the reviewer who has the review's slot saves a mark from 0 to 100. */
export function judgeMark(model: Model, actor: Actor, review: ModelReview, mark: Mark): Verdict {
  const isMark = (points: number) => points >= 0 && points <= 100
  const wrong = {
    404: slotOf(model, review)?.reviewer !== actor.index,
    400: !isMark(mark.code) || !isMark(mark.theory),
  }
  return judge(model, actor, 'reviewer', wrong, () => {
    if (review.times.marked === null) tell(model, actor, review, { what: 'marked' })
    review.mark = mark
    review.times.marked ??= model.now
    review.status = 'conducted'
  })
}

export function judgePending(
  model: Model,
  actor: Actor,
  review: ModelReview,
  lines: string[],
): Verdict {
  const kept = lines.map((line) => line.trim()).filter((line) => line !== '')
  const wrong = {
    404: slotOf(model, review)?.reviewer !== actor.index,
    400: lines.length > 0 && kept.length === 0,
  }
  return judge(model, actor, 'reviewer', wrong, () => {
    const next = nextOf(model, review)
    const begunWith = JSON.stringify(review.pendingTask)
    const goesOn = next?.status !== 'conducted' && JSON.stringify(next?.pendingTask) === begunWith
    if (next && goesOn) next.pendingTask = kept
    review.pendingTask = kept
  })
}

/** The review that follows one: a student's come one after another. */
export function nextOf({ reviews }: Model, review: ModelReview): ModelReview | undefined {
  return reviews.slice(reviews.indexOf(review) + 1).find((one) => one.student === review.student)
}

export function judgeTaskStatus(
  model: Model,
  actor: Actor,
  review: ModelReview,
  given: Partial<TaskStatus>,
): Verdict {
  return judge(model, actor, 'advisor', { 404: review.advisor !== actor.index }, () => {
    Object.assign(review.taskStatus, given)
  })
}

/**
 * Contract, section 3: a review is followed once, by one in the same week or the next, up to 30. What
 * is pending goes on with the student.
 */
export function judgeFollowing(
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
    const slot = slotOf(model, review)
    const frees = review.status === 'review-scheduled' && slot && slot.startsAt > model.now
    tell(model, actor, review, { what: 'decided', ...(frees && { from: slot.id }) })
    if (frees) free(review)
    model.weeks[review.student] = week
    const next = newReview(idOfNext(), review.student, actor.index, week)
    model.reviews.push({ ...next, pendingTask: review.pendingTask })
  })
}

/**
 * Contract, sections 2, 3 and 9: who comes back is given the reviews that have waited for anybody,
 * and what is booked with a reviewer who goes loses its slot. Nobody else is of their domain.
 */
export function judgeBlocking(
  model: Model,
  actor: Actor,
  whom: Actor,
  action: 'block' | 'unblock',
): Verdict {
  return judge(model, actor, 'admin', {}, () => {
    if (action === 'block') model.blocked.add(keyOf(whom))
    else model.blocked.delete(keyOf(whom))
    for (const review of model.reviews.filter(({ isClosed }) => !isClosed)) {
      const slot = slotOf(model, review)
      const isTheirs = whom.role === 'reviewer' && slot?.reviewer === whom.index
      if (action === 'block' && isTheirs && isAhead(model, review)) {
        tell(model, actor, review, { what: 'lost', from: slot.id })
        review.lost = slot
        free(review)
      }
      if (action === 'unblock' && whom.role === 'advisor') review.advisor ??= whom.index
    }
  })
}

export const meets = (a: ModelSlot, b: ModelSlot) =>
  a.reviewer === b.reviewer && a.startsAt < b.endsAt && b.startsAt < a.endsAt

/** A reviewer's slots never overlap, and none begins in the past. */
export function judgePublishing(
  model: Model,
  actor: Actor,
  wanted: ModelSlot[],
  isAway: boolean,
): Verdict {
  const wrong = {
    400: wanted.some((slot) => slot.startsAt <= model.now),
    409: isAway || wanted.some((slot) => model.slots.some((one) => meets(one, slot))),
  }
  return judge(model, actor, 'reviewer', wrong, () => model.slots.push(...wanted))
}

export function slotOf(model: Model, { slot }: ModelReview): ModelSlot | undefined {
  return model.slots.find((one) => one.id === slot)
}

/** A review as it is opened (contract, section 3). */
export function newReview(
  id: string,
  student: number,
  advisor: number | null,
  week: number,
): ModelReview {
  return {
    ...{ id, student, advisor, week, status: 'not-scheduled', slot: null, isClosed: false },
    times: { booked: null, marked: null, decided: null },
    mark: { code: 0, theory: 0, weekStatus: '' },
    pendingTask: [],
    taskStatus: { seminar: 'Not added', progress: 'Not added', typing: 'Not added' },
    ...{ wish: null, declined: null, lost: null, lines: [] },
  }
}
