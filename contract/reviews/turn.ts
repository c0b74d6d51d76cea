import { z } from 'zod'
import { dayMs, hourMs, minuteMs } from '../kit/time/durations.ts'
import { toIsoInstant } from '../kit/time/iso.ts'
import { type Role, roles, withArticle } from '../roles.ts'

/** So long after a booked review has begun its marks are owed. */
export const marksOwedAfterMs = 60 * minuteMs
/** So long after it has begun a student's home no longer leads into its call by itself. */
export const joinOfferedMs = marksOwedAfterMs + hourMs
/** So long after that its reviewer, who has given none, is told of it. */
export const marksRemindedAfterMs = marksOwedAfterMs + 3 * hourMs
/** So long after they are owed its advisor follows it up where it has no marks (contract, section 14). */
export const unmarkedFollowUpAfterMs = marksOwedAfterMs + 48 * hourMs
/** So long after its date a turn stands on the admin's home, too (contract, section 14). */
export const turnLateAfterMs = 2 * dayMs

/**
 * What an open review waits for: a slot, the call, marks, the decision, an advisor who can act, or
 * nothing while its student is blocked.
 */
export const turnSteps = ['book', 'hold', 'mark', 'decide', 'assign', 'wait'] as const

/** The one person whom an open review waits for, who can act (contract, section 14). */
export const Turn = z.object({
  who: z.enum(roles),
  /** Null for an admin: it waits for any of them. */
  _id: z.string().nullable(),
  /** ISO instants: since when, and by when it is wanted; null where nothing is. */
  since: z.string(),
  until: z.string().nullable(),
  step: z.enum(turnSteps),
})
export type Turn = z.infer<typeof Turn>

type Person = { _id: string; canAct: boolean } | null

/** What decides whose turn it is; instants are ms since 1970. */
export type TurnInput = {
  status: 'not-scheduled' | 'review-scheduled' | 'conducted'
  isClosed: boolean
  isStudentBlocked: boolean
  openedAt: number
  dueAt: number
  startsAt: number | null
  /** When it was booked, when both met in its call, and when it was marked. */
  bookedAt: number | null
  metAt: number | null
  markedAt: number | null
  /** Whoever is verified and not blocked can act. */
  advisor: Person
  reviewer: Person
}

/** Whose turn it is at an instant (ms since 1970); null once the next review has followed. */
export function getTurn(input: TurnInput, now: number): Turn | null {
  const { status, isClosed, isStudentBlocked, openedAt, dueAt, advisor } = input
  if (isClosed) return null
  if (isStudentBlocked) return { ...ofAdmins, ...span(openedAt, null), step: 'wait' }
  const ofReviewer = status === 'review-scheduled' && getReviewersTurn(input, now)
  if (ofReviewer) return ofReviewer
  if (!advisor?.canAct) return { ...ofAdmins, ...span(openedAt, dueAt), step: 'assign' }
  return { who: 'advisor', _id: advisor._id, ...getAdvisorsStep(input) }
}

/**
 * What is to be done at an instant (ms since 1970) since a turn was read: that marks are owed comes
 * with time alone.
 */
export function getStepAt({ step, until }: Turn, now: number): Turn['step'] {
  const isBegun = step === 'hold' && until !== null && Date.parse(until) + marksOwedAfterMs <= now
  return isBegun ? 'mark' : step
}

/** Whether a turn is so late that admins see it on their home, or is theirs to give to somebody. */
export function needsAdmin({ who, step, until }: Turn, now: number): boolean {
  if (step === 'assign') return true
  if (who !== 'advisor') return false
  return step === 'mark' || (until !== null && Date.parse(until) + turnLateAfterMs < now)
}

/** What is to be done, after whom it is up to. */
const stepWords: Record<Exclude<Turn['step'], 'wait'>, string> = {
  book: 'book a slot',
  hold: 'hold the review',
  mark: 'give the marks',
  decide: 'decide',
  assign: 'assign an advisor',
}

/**
 * Whom a review waits for, and to do what, for a reader of a role who sees their own: 'Waiting for
 * Priya Nair to decide'. `name` is the person's, null for an admin.
 */
export function describeTurn({ who, step }: Turn, name: string | null, reader: Role): string {
  if (step === 'wait') return 'On hold: the student is blocked'
  const person = who === reader && who !== 'admin' ? 'you' : (name ?? withArticle(who))
  const isFollowedUp = who === 'advisor' && step === 'mark'
  return `Waiting for ${person} to ${isFollowedUp ? 'follow up on the missing marks' : stepWords[step]}`
}

const ofAdmins = { who: 'admin', _id: null } as const

function span(since: number, until: number | null) {
  return { since: toIsoInstant(since), until: until === null ? null : toIsoInstant(until) }
}

/** The reviewer holds a booked review and marks it, until the marks have been owed for 48 hours. */
function getReviewersTurn(input: TurnInput, now: number): Turn | undefined {
  const { reviewer, startsAt, bookedAt, openedAt, metAt } = input
  if (!reviewer?.canAct || startsAt === null) return
  const until = startsAt + unmarkedFollowUpAfterMs
  if (until <= now) return
  const owedAt = Math.min(metAt ?? Number.POSITIVE_INFINITY, startsAt + marksOwedAfterMs)
  const [since, by, step] =
    owedAt <= now
      ? ([owedAt, until, 'mark'] as const)
      : ([bookedAt ?? openedAt, startsAt, 'hold'] as const)
  return { who: 'reviewer', _id: reviewer._id, ...span(since, by), step }
}

/** What its advisor is to do about a review that does not wait for its reviewer. */
function getAdvisorsStep(input: TurnInput) {
  const { status, openedAt, dueAt, startsAt, markedAt, reviewer } = input
  if (status === 'not-scheduled') return { ...span(openedAt, dueAt), step: 'book' } as const
  if (status === 'review-scheduled') {
    // Nobody waits for the marks of a reviewer who cannot give them.
    const after = reviewer?.canAct ? unmarkedFollowUpAfterMs : marksOwedAfterMs
    const since = (startsAt ?? dueAt) + after
    return { ...span(since, since), step: 'mark' } as const
  }
  const since = markedAt ?? startsAt ?? dueAt
  return { ...span(since, Math.max(since, dueAt)), step: 'decide' } as const
}

/**
 * Who acts next for a student, as a sentence to them begins: 'Grace Bennett will', by the advisor's
 * name, or the one whom they are still to get.
 */
export function formatAdvisorWill(advisor: string | null): string {
  return `${advisor ?? 'Your school will assign you an advisor, who'} will`
}
