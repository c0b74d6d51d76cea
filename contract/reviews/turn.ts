import { z } from 'zod'
import { dayMs, hourMs, minuteMs } from '../kit/time/durations.ts'
import { toIsoInstant } from '../kit/time/iso.ts'
import { type Role, roles, withArticle } from '../roles.ts'

/** Marks are due this long after a booked review has begun. */
export const marksOwedAfterMs = 60 * minuteMs
/** How long after the start a student's home offers to join the call. */
export const joinOfferEndsAfterMs = marksOwedAfterMs + hourMs
/** The reviewer is reminded this long after the start if there are no marks. */
export const marksRemindedAfterMs = marksOwedAfterMs + 3 * hourMs
/**
 * The advisor has to follow up this long after the start if there are no marks (contract, section
 * 14).
 */
export const unmarkedFollowUpAfterMs = marksOwedAfterMs + 48 * hourMs
/** A turn also appears on the admin's home once it is late by this much (contract, section 14). */
export const turnEscalatedAfterMs = 2 * dayMs

/**
 * What an open review waits for: a slot, the call, marks, the decision, an active advisor, or
 * nothing while its student is blocked or paused.
 */
export const turnSteps = ['book', 'hold', 'mark', 'decide', 'assign', 'wait'] as const

/** The one active person an open review waits for (contract, section 14). */
export const Turn = z.object({
  who: z.enum(roles),
  /** Null for admins: any of them can act. */
  _id: z.string().nullable(),
  /**
   * ISO instants: since when it waits, and by when it should be done. `until` is null without a
   * deadline.
   */
  since: z.string(),
  until: z.string().nullable(),
  step: z.enum(turnSteps),
  /** With the step 'wait': why. */
  onHold: z.enum(['blocked', 'paused']).optional(),
})
export type Turn = z.infer<typeof Turn>

type Person = { _id: string; canAct: boolean } | null

/** What determines a turn. Instants are ms since 1970. */
export type TurnInput = {
  status: 'not-scheduled' | 'review-scheduled' | 'conducted'
  isClosed: boolean
  isStudentBlocked: boolean
  isStudentPaused: boolean
  openedAt: number
  dueAt: number
  startsAt: number | null
  /** When it was booked, when both were first in the call, and when it was marked. */
  bookedAt: number | null
  metAt: number | null
  markedAt: number | null
  /** People who are verified and not blocked can act. */
  advisor: Person
  reviewer: Person
}

/** Whose turn it is at an instant (ms since 1970); null for a closed review. */
export function getTurn(input: TurnInput, now: number): Turn | null {
  const { status, isClosed, isStudentBlocked, isStudentPaused, openedAt, dueAt, advisor } = input
  if (isClosed) return null
  if (isStudentBlocked || isStudentPaused) {
    const onHold = isStudentBlocked ? 'blocked' : 'paused'
    return { ...ofAdmins, ...span(openedAt, null), step: 'wait', onHold }
  }
  const ofReviewer = status === 'review-scheduled' && getReviewersTurn(input, now)
  if (ofReviewer) return ofReviewer
  if (!advisor?.canAct) return { ...ofAdmins, ...span(openedAt, dueAt), step: 'assign' }
  return { who: 'advisor', _id: advisor._id, ...getAdvisorsStep(input) }
}

/**
 * The step of a turn that was fetched earlier, at an instant (ms since 1970). Marks become due by
 * time alone.
 */
export function getStepAt({ step, until }: Turn, now: number): Turn['step'] {
  const isBegun = step === 'hold' && until !== null && Date.parse(until) + marksOwedAfterMs <= now
  return isBegun ? 'mark' : step
}

/** Whether admins see a turn on their home: it is late, or they have to assign someone. */
export function needsAdmin({ who, step, until }: Turn, now: number): boolean {
  if (step === 'assign') return true
  if (who !== 'advisor') return false
  return step === 'mark' || (until !== null && Date.parse(until) + turnEscalatedAfterMs < now)
}

/** What is to be done, to follow a name. */
const stepWords: Record<Exclude<Turn['step'], 'wait'>, string> = {
  book: 'book a slot',
  hold: 'hold the review',
  mark: 'give the marks',
  decide: 'decide',
  assign: 'assign an advisor',
}

/**
 * Describes a turn for a reader: 'Waiting for Priya Nair to decide'. `name` is the person's, null
 * for admins.
 */
export function describeTurn(
  { who, step, onHold }: Turn,
  name: string | null,
  reader: Role,
): string {
  if (step === 'wait') {
    return `On hold: the student ${onHold === 'paused' ? 'is paused' : 'is blocked'}`
  }
  const person = who === reader && who !== 'admin' ? 'you' : (name ?? withArticle(who))
  const isFollowedUp = who === 'advisor' && step === 'mark'
  return `Waiting for ${person} to ${isFollowedUp ? 'follow up on the missing marks' : stepWords[step]}`
}

const ofAdmins = { who: 'admin', _id: null } as const

function span(since: number, until: number | null) {
  return { since: toIsoInstant(since), until: until === null ? null : toIsoInstant(until) }
}

/** The reviewer holds the review and marks it, until the marks are 48 hours late. */
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

/** The advisor's step for a review that does not wait for its reviewer. */
function getAdvisorsStep(input: TurnInput) {
  const { status, openedAt, dueAt, startsAt, markedAt, reviewer } = input
  if (status === 'not-scheduled') return { ...span(openedAt, dueAt), step: 'book' } as const
  if (status === 'review-scheduled') {
    // A reviewer who cannot act is not waited for.
    const after = reviewer?.canAct ? unmarkedFollowUpAfterMs : marksOwedAfterMs
    const since = (startsAt ?? dueAt) + after
    return { ...span(since, since), step: 'mark' } as const
  }
  const since = markedAt ?? startsAt ?? dueAt
  return { ...span(since, Math.max(since, dueAt)), step: 'decide' } as const
}

/**
 * The beginning of a sentence to a student about who acts next: 'Grace Bennett will', or that the
 * school will assign an advisor who will.
 */
export function formatAdvisorSentenceStart(advisor: string | null): string {
  return `${advisor ?? 'Your school will assign you an advisor, who'} will`
}
