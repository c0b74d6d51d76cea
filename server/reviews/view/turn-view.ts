import { ReviewStatus } from '#contract/reviews/reviews.ts'
import { getTurn, type Turn } from '#contract/reviews/turn.ts'
import { parseEnum } from '#server/database/column-values.ts'

/** The columns that decide whose turn it is; instants are ms since 1970. */
type Row = { status: string; created_at: number; due_at: number } & Record<
  'advisor_id' | 'reviewer_id',
  string | null
> &
  Record<
    | (
        | 'closed_at'
        | 'starts_at'
        | 'booked_at'
        | 'met_at'
        | 'marked_at'
        | 'student_blocked_at'
        | 'student_paused_at'
      )
    | ('advisor_verified_at' | 'advisor_blocked_at')
    | ('reviewer_verified_at' | 'reviewer_blocked_at'),
    number | null
  >

/** Who the review waits for at `now` (ms since 1970); null once it is decided. */
export function showTurn(row: Row, now: number): Turn | null {
  return getTurn(
    {
      status: parseEnum(ReviewStatus.options, row.status),
      isClosed: row.closed_at !== null,
      isStudentBlocked: row.student_blocked_at !== null,
      isStudentPaused: row.student_paused_at !== null,
      openedAt: row.created_at,
      dueAt: row.due_at,
      startsAt: row.starts_at,
      bookedAt: row.booked_at,
      metAt: row.met_at,
      markedAt: row.marked_at,
      advisor: toPerson(row.advisor_id, row.advisor_verified_at, row.advisor_blocked_at),
      reviewer: toPerson(row.reviewer_id, row.reviewer_verified_at, row.reviewer_blocked_at),
    },
    now,
  )
}

function toPerson(id: string | null, verifiedAt: number | null, blockedAt: number | null) {
  return id === null ? null : { _id: id, canAct: verifiedAt !== null && blockedAt === null }
}
