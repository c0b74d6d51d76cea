import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import type { Mark, ReviewStatus, WeekTaskStates } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'

/** A member of a role, or nobody. */
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
  taskStatus: WeekTaskStates
  /** The reschedule request, with proposed slots. */
  wish: { reason: string; slots: string[] } | null
  /** Why the last request was declined, until the schedule changes. */
  declined: string | null
  /** Who has changed its task status, and when. */
  ticked: Act[]
  /** The slot it lost, until it has another one. */
  lost: Pick<ModelSlot, 'reviewer' | 'startsAt'> | null
  lines: ModelHistoryLine[]
}

/** An action by someone. */
type Act = { by: string; at: number }

/** A history line, with the request that ended with it. */
export type ModelHistoryLine = {
  what: HistoryKind
  by: string
  at: number
  from: string | null
  to: string | null
  wish: ModelReview['wish']
  /** The previous slot, if it was removed as well. */
  gone: ModelSlot | null
}

/** A reviewer's booking limits, in minutes. */
type BookingRules = { buffer: number; mostADay: number | null; notice: number }

export type ModelSlot = { id: string; reviewer: number; startsAt: number; endsAt: number }

/** A school according to the contract, to compare with the real one. */
export type Model = {
  now: number
  /** The first instant beyond the booking horizon. */
  beyond: number
  weeks: number[]
  reviews: ModelReview[]
  slots: ModelSlot[]
  blocked: Set<string>
  /** Since when blocked people are blocked. */
  blockedAt: Map<string, number>
  /** By the reviewers' numbers. Missing ones have no limits. */
  bookingRules: Map<number, BookingRules>
  /** Slots used up by a no-show. */
  spent: Set<string>
  absences: Absence[]
  /** The students whose course is paused or has ended, and since when. */
  paused: Map<number, number>
  finished: Map<number, number>
  /** When a reopening of a course opened a review, by its id. */
  reopened: Map<string, number>
  /** The students whose week an admin has changed. */
  weekEdited: Set<number>
  /** Reviews that were handed over, with the advisors' numbers. */
  handedOver: HandedOver[]
}

type HandedOver = { review: ModelReview; from: number; to: number; at: number }

/** A day of a reviewer's absence. */
type Absence = { id: string; reviewer: number; date: string }

/** The allowed statuses of a call, and its effect if it is 200. */
export type Verdict = { statuses: number[]; change?: () => void }

export const getActorKey = ({ role, index }: Actor) => `${role} ${index}`

/**
 * The verdict on a call that only `role` may make, with the status of each other reason to refuse
 * it.
 */
export function judge(
  model: Model,
  actor: Actor,
  role: Role,
  wrong: Record<number, boolean>,
  change: () => void,
): Verdict {
  if (actor.role !== role || model.blocked.has(getActorKey(actor))) return { statuses: [401] }
  // Who has finished only reads.
  if (role === 'student' && model.finished.has(actor.index)) return { statuses: [403] }
  const statuses = Object.keys(wrong).map(Number)
  const broken = statuses.filter((status) => wrong[status])
  return broken.length > 0 ? { statuses: broken } : { statuses: [200], change }
}

/** Whether a student can have a slot: neither blocked nor paused nor at the end of the course. */
export function isStudentActive({ blocked, paused, finished }: Model, student: number): boolean {
  const isBlocked = blocked.has(getActorKey({ role: 'student', index: student }))
  return !isBlocked && !paused.has(student) && !finished.has(student)
}

/** The next review. A student's reviews follow one another. */
export function findNextReview({ reviews }: Model, review: ModelReview): ModelReview | undefined {
  return reviews.slice(reviews.indexOf(review) + 1).find((one) => one.student === review.student)
}

export const overlaps = (a: ModelSlot, b: ModelSlot) =>
  a.reviewer === b.reviewer && a.startsAt < b.endsAt && b.startsAt < a.endsAt

export function findSlot(model: Model, { slot }: ModelReview): ModelSlot | undefined {
  return model.slots.find((one) => one.id === slot)
}

/** A new review (contract, section 3). */
export function newReview(
  id: string,
  student: number,
  advisor: number | null,
  week: number,
): ModelReview {
  return {
    id,
    student,
    advisor,
    week,
    status: 'not-scheduled',
    slot: null,
    isClosed: false,
    times: { booked: null, marked: null, decided: null },
    mark: { code: 0, theory: 0, weekStatus: '' },
    pendingTask: [],
    taskStatus: { seminar: 'Not added', progress: 'Not added', typing: 'Not added' },
    wish: null,
    declined: null,
    lost: null,
    lines: [],
    ticked: [],
  }
}
