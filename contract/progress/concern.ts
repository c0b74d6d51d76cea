import { z } from 'zod'
import { dayMs } from '../kit/time/durations.ts'
import { toIsoInstant } from '../kit/time/iso.ts'
import { concernDaysWithoutSignIn, concernNoShows, concernTries } from '../limits/reviews.ts'
import { turnEscalatedAfterMs, unmarkedFollowUpAfterMs } from '../reviews/turn.ts'

/**
 * overdue: no slot past the due date. repeated: the week is on for the third time or more.
 * repeating: for the second time, or its marks are 'Week Repeat', and not repeated yet. critical:
 * the last mark is 'Task Critical'. no-advisor: no active advisor. unmarked: no marks two days
 * after the slot. undecided: marked, due two days ago and not decided. falling: theory lower than
 * the time before, three times in a row. missed: two no-shows of the student for the open review.
 * away: no sign-in for nine days.
 */
export const concernReasons = [
  ...(['overdue', 'repeated', 'repeating', 'critical', 'no-advisor'] as const),
  ...(['unmarked', 'undecided', 'falling', 'missed', 'away'] as const),
] as const
export const ConcernReason = z.enum(concernReasons)
export type ConcernReason = z.infer<typeof ConcernReason>

/** A reason to look after a student. */
export const Concern = z.object({
  reason: ConcernReason,
  /** Since when: an ISO instant. */
  since: z.string(),
  /** How often the week was repeated or the student did not come; for these reasons only. */
  times: z.number().optional(),
})
export type Concern = z.infer<typeof Concern>

/** What the concern about a student follows from. Instants are ms since 1970. */
export type ConcernInput = {
  /** Neither blocked nor paused nor at the end of the course. */
  isActive: boolean
  /** The open review, and when it was opened, is due, begins and was marked. */
  status: 'not-scheduled' | 'review-scheduled' | 'conducted'
  openedAt: number
  dueAt: number
  startsAt: number | null
  markedAt: number | null
  /** How often its week has been tried, this time included. */
  tries: number
  /** Whether its marks are 'Week Repeat'. */
  isToRepeat: boolean
  /** People who are verified and not blocked can act. */
  canAdvisorAct: boolean
  canReviewerAct: boolean
  /** The last marks: whether they are critical, whether theory fell three times, and when given. */
  isCritical: boolean
  isTheoryFalling: boolean
  lastMarkedAt: number | null
  /** The student's no-shows for this review, and when the last one was recorded. */
  noShows: number
  lastNoShowAt: number | null
  /** When the student last signed in, or else joined. */
  seenAt: number
}

/** Now, and the instant before which an overdue review was due; ms since 1970. */
export type ConcernInstants = { now: number; overdueBefore: number }

/**
 * The reasons to look after a student: the one rule, which lists also apply as SQL
 * (`concern-conditions.ts`). Nobody is a concern while blocked or paused, or after the course.
 */
export function getConcerns(
  input: ConcernInput,
  { now, overdueBefore }: ConcernInstants,
): Concern[] {
  const { status, openedAt, dueAt, startsAt, markedAt, tries, noShows, seenAt } = input
  if (!input.isActive) return []
  const marksAt = input.lastMarkedAt ?? openedAt
  const decidableSince = markedAt ?? startsAt ?? dueAt
  const isReviewersTurn =
    input.canReviewerAct && startsAt !== null && startsAt + unmarkedFollowUpAfterMs > now
  const isUndecided =
    status === 'conducted' && Math.max(dueAt, decidableSince) + turnEscalatedAfterMs < now
  const isRepeating =
    tries < concernTries && (input.isToRepeat || (status !== 'conducted' && tries > 1))
  const since: Record<ConcernReason, number | false> = {
    overdue: status === 'not-scheduled' && dueAt < overdueBefore && dueAt,
    repeated: tries >= concernTries && openedAt,
    repeating: isRepeating && (markedAt ?? openedAt),
    critical: input.isCritical && marksAt,
    'no-advisor': !input.canAdvisorAct && openedAt,
    unmarked: status === 'review-scheduled' && !isReviewersTurn && (startsAt ?? dueAt),
    undecided: isUndecided && decidableSince,
    falling: input.isTheoryFalling && marksAt,
    missed: noShows >= concernNoShows && (input.lastNoShowAt ?? openedAt),
    away: seenAt <= getAwayCutoff(now) && seenAt,
  }
  const times: { [Reason in ConcernReason]?: number } = { repeated: tries - 1, missed: noShows }
  return concernReasons.flatMap((reason) => {
    const at = since[reason]
    if (at === false) return []
    const count = times[reason]
    return [{ reason, since: toIsoInstant(at), ...(count !== undefined && { times: count }) }]
  })
}

/** Whoever has last signed in until this instant (ms since 1970) is away. */
export function getAwayCutoff(now: number): number {
  return now - concernDaysWithoutSignIn * dayMs
}
