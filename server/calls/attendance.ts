import { minuteMs } from '#contract/kit/time/durations.ts'
import { earlyCallMinutes, presenceTrustedMs } from '#contract/limits/calls.ts'
import type { Tables } from '#server/database/tables.ts'

/** Who is in a call's room, and how long both were there; instants and durations in ms. */
export type Attendance = Omit<Tables['call_presence'], 'here'> & { here: string[] }

/** How long both were there during the slot (from shortly before it on), and earlier. */
export type AttendanceSums = Pick<Attendance, 'together_ms' | 'early_ms'>

type Step = { kind: string; reason?: string | null; personId: string; at: number }

/** The instant before which time in the room counts as early. */
export function getEarlyCutoff(heldAt: number): number {
  return heldAt - earlyCallMinutes * minuteMs
}

/** The attendance before anybody joined. */
export function makeEmptyAttendance(reviewId: string, heldAt: number): Attendance {
  return {
    review_id: reviewId,
    here: [],
    last_at: 0,
    held_at: heldAt,
    together_ms: 0,
    early_ms: 0,
    met_at: null,
  }
}

/**
 * The attendance after one more event, of the two people whose call it is now. Time together during
 * a former slot counts as early for the current one. If a process died without recording who left,
 * they count as gone since the last recorded event when somebody joins hours later.
 */
export function addEvent(
  was: Attendance,
  step: Step,
  { heldAt, people }: { heldAt: number; people: (string | null)[] },
): Attendance {
  const { together_ms, early_ms } = getAttendanceForSlot(was, heldAt)
  const at = Math.max(step.at, was.last_at)
  const isOutdated = step.kind === 'joined' && at - was.last_at > presenceTrustedMs
  const present = isOutdated ? [] : was.here.filter((one) => people.includes(one))
  const together = present.length > 1
  const begins = Math.min(Math.max(getEarlyCutoff(heldAt), was.last_at), at)
  const here = hereAfter(present, step)
  return {
    review_id: was.review_id,
    here,
    last_at: at,
    held_at: heldAt,
    together_ms: together_ms + (together ? at - begins : 0),
    early_ms: early_ms + (together ? begins - was.last_at : 0),
    met_at: metBefore(was, heldAt) ?? meetingNow(),
  }

  /** When they met: both were there as the slot's time began, or both are there with this event. */
  function meetingNow(): number | null {
    if (together && begins < at) return begins
    return here.length > 1 && at >= getEarlyCutoff(heldAt) ? at : null
  }
}

function metBefore({ held_at, met_at }: Attendance, heldAt: number): number | null {
  return held_at === heldAt ? met_at : null
}

/**
 * The time together, counted for the slot that the review has now: time at another slot is early.
 */
export function getAttendanceForSlot(
  { held_at, together_ms, early_ms }: AttendanceSums & Pick<Attendance, 'held_at'>,
  heldAt: number | null,
): AttendanceSums {
  return held_at === heldAt
    ? { together_ms, early_ms }
    : { together_ms: 0, early_ms: together_ms + early_ms }
}

export function toAttendanceRow(attendance: Attendance): Tables['call_presence'] {
  return { ...attendance, here: JSON.stringify(attendance.here) }
}

function hereAfter(here: string[], { kind, reason, personId }: Step): string[] {
  // Somebody whose page was replaced is still there, on the new page.
  if (kind === 'left' && reason !== 'replaced') return here.filter((one) => one !== personId)
  if (kind === 'joined' && !here.includes(personId)) return [...here, personId]
  return here
}
