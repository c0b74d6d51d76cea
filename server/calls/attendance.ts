import { minuteMs } from '#contract/kit/time/time.ts'
import { callEarlyMinutes } from '#contract/limits/calls.ts'
import type { Tables } from '#server/database/tables.ts'

/** How it stands with who is in a call's room, by their ids; instants and spans are in milliseconds. */
export type Attendance = Omit<Tables['call_presence'], 'here'> & { here: string[] }

/** For how long two were there: from shortly before the slot on, and before that. */
export type AttendanceSums = Pick<Attendance, 'together_ms' | 'early_ms'>

type Step = { kind: string; reason?: string | null; personId: string; at: number }

/** The instant before which what happens in a room is told apart from the review in its slot. */
export function earlyUntil(heldAt: number): number {
  return heldAt - callEarlyMinutes * minuteMs
}

/** How it stands before anybody has come. */
export function emptyAttendance(reviewId: string, heldAt: number): Attendance {
  return {
    ...{ review_id: reviewId, here: [], last_at: 0, held_at: heldAt },
    ...{ together_ms: 0, early_ms: 0, met_at: null },
  }
}

/**
 * How it stands after one more step, for the slot that the review has by then: what was together
 * in another slot is early for this one. Of who was there when their process died no end is noted:
 * they count as gone after the last step that was.
 */
export function addEvent(was: Attendance, step: Step, heldAt: number): Attendance {
  const { together_ms, early_ms } = toSlotSums(was, heldAt)
  const at = Math.max(step.at, was.last_at)
  const together = was.here.length > 1
  const begins = Math.min(Math.max(earlyUntil(heldAt), was.last_at), at)
  const here = hereAfter(was.here, step)
  return {
    review_id: was.review_id,
    here,
    ...{ last_at: at, held_at: heldAt },
    together_ms: together_ms + (together ? at - begins : 0),
    early_ms: early_ms + (together ? begins - was.last_at : 0),
    met_at: metBefore(was, heldAt) ?? meetingNow(),
  }

  /** They were there as the slot's time began, or are with this step. */
  function meetingNow(): number | null {
    if (together && begins < at) return begins
    return here.length > 1 && at >= earlyUntil(heldAt) ? at : null
  }
}

function metBefore({ held_at, met_at }: Attendance, heldAt: number): number | null {
  return held_at === heldAt ? met_at : null
}

/** The sums as they are for a slot. */
export function toSlotSums(
  { held_at, together_ms, early_ms }: AttendanceSums & Pick<Attendance, 'held_at'>,
  heldAt: number | null,
): AttendanceSums {
  return held_at === heldAt
    ? { together_ms, early_ms }
    : { together_ms: 0, early_ms: together_ms + early_ms }
}

/** An attendance as a row of its table. */
export function toAttendanceRow(attendance: Attendance): Tables['call_presence'] {
  return { ...attendance, here: JSON.stringify(attendance.here) }
}

function hereAfter(here: string[], { kind, reason, personId }: Step): string[] {
  // Who was replaced is still there, on the page that took the place.
  if (kind === 'left' && reason !== 'replaced') return here.filter((one) => one !== personId)
  if (kind === 'joined' && !here.includes(personId)) return [...here, personId]
  return here
}
