import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import type { Mark, ReviewStatus, TaskStatus } from '#contract/reviews.ts'
import type { Role } from '#contract/roles.ts'

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
  /** Who has changed the states of its tasks, and when. */
  ticked: Act[]
  /** The slot that was taken away from it, until it has another one. */
  lost: Pick<ModelSlot, 'reviewer' | 'startsAt'> | null
  lines: ModelLine[]
}

/** That somebody did something. */
type Act = { by: string; at: number }

/** What became of a review's plans: its slots, and the wish that ended with it. */
export type ModelLine = {
  what: HistoryKind
  by: string
  at: number
  from: string | null
  to: string | null
  wish: ModelReview['wish']
  /** The slot that it left, where that went too. */
  gone: ModelSlot | null
}

/** How a reviewer wants to be booked, in minutes. */
type BookingRules = { buffer: number; mostADay: number | null; notice: number }

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
  /** Since when, of those who are. */
  blockedAt: Map<string, number>
  /** By the reviewers' numbers; who is not there wants nothing. */
  bookingRules: Map<number, BookingRules>
  /** Slots that were used up as somebody did not come. */
  spent: Set<string>
  absences: Absence[]
  /** Each review that was handed over, by the numbers of the advisors. */
  handedOver: HandedOver[]
}

type HandedOver = { review: ModelReview; from: number; to: number; at: number }

/** A day on which a reviewer is away. */
type Absence = { id: string; reviewer: number; date: string }

/** What a call may answer, and what is different afterwards if it is 200. */
export type Verdict = { statuses: number[]; change?: () => void }

export const getActorKey = ({ role, index }: Actor) => `${role} ${index}`

/** The verdict on a call of `role` alone, by what else is wrong with it: each reason's status. */
export function judge(
  model: Model,
  actor: Actor,
  role: Role,
  wrong: Record<number, boolean>,
  change: () => void,
): Verdict {
  if (actor.role !== role || model.blocked.has(getActorKey(actor))) return { statuses: [401] }
  const statuses = Object.keys(wrong).map(Number)
  const broken = statuses.filter((status) => wrong[status])
  return broken.length > 0 ? { statuses: broken } : { statuses: [200], change }
}

/** The review that follows one: a student's come one after another. */
export function findNext({ reviews }: Model, review: ModelReview): ModelReview | undefined {
  return reviews.slice(reviews.indexOf(review) + 1).find((one) => one.student === review.student)
}

export const meets = (a: ModelSlot, b: ModelSlot) =>
  a.reviewer === b.reviewer && a.startsAt < b.endsAt && b.startsAt < a.endsAt

export function findSlot(model: Model, { slot }: ModelReview): ModelSlot | undefined {
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
    ...{ wish: null, declined: null, lost: null, lines: [], ticked: [] },
  }
}
