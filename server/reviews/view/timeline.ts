import { toIsoInstant } from '#contract/kit/time/iso.ts'
import type { Timeline } from '#contract/reviews/timeline.ts'

/** The columns that the timeline needs; instants are ms since 1970. */
type Row = { status: string; due_at: number } & Record<
  'starts_at' | 'booked_at' | 'met_at' | 'marked_at' | 'closed_at',
  number | null
>

/** When a review reached each step: due, booked, held, marked, decided. */
export function showTimeline(row: Row): Timeline {
  const { starts_at, booked_at } = row
  return {
    due: toIsoInstant(row.due_at),
    // `booked_at` is kept after the slot is freed, for an undo.
    booked: orNull(starts_at === null ? null : booked_at),
    held: orNull(heldAt(row)),
    marked: orNull(row.marked_at),
    decided: orNull(row.closed_at),
  }
}

/** Marks saved before the slot began mean that the review was over by then. */
function heldAt({ status, starts_at, met_at, marked_at }: Row): number | null {
  if (status !== 'conducted' || starts_at === null) return met_at
  return Math.min(met_at ?? starts_at, marked_at ?? Number.POSITIVE_INFINITY)
}

function orNull(instant: number | null): string | null {
  return instant === null ? null : toIsoInstant(instant)
}
