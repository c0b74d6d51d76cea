import { minuteMs } from '#contract/kit/time.ts'
import { callEarlyMinutes } from '#contract/limits.ts'

/** How it stands with who is in a call's room; instants and spans are in milliseconds. */
export type Attendance = {
  /** Who is there. */
  here: string[]
  /** When somebody last came or went. */
  lastAt: number
  /** The beginning of the slot that the sums are for. */
  heldAt: number
  /** For how long two were there: from shortly before the slot on, and before that. */
  togetherMs: number
  earlyMs: number
}

export type Step = { kind: string; reason: string | null; person_id: string; at: number }

/** The instant before which what happens in a room is told apart from the review in its slot. */
export function earlyUntil(heldAt: number): number {
  return heldAt - callEarlyMinutes * minuteMs
}

/** How it stands before anybody has come. */
export function nobodyYet(heldAt: number): Attendance {
  return { here: [], lastAt: 0, heldAt, togetherMs: 0, earlyMs: 0 }
}

/**
 * How it stands after one more step, for the slot that the review has by then: what was together
 * in another slot is early for this one. Of who was there when their process died no end is noted:
 * they count as gone after the last step that was.
 */
export function attend(was: Attendance, step: Step, heldAt: number): Attendance {
  const { togetherMs, earlyMs } = forSlot(was, heldAt)
  const at = Math.max(step.at, was.lastAt)
  const together = was.here.length > 1
  const begins = Math.min(Math.max(earlyUntil(heldAt), was.lastAt), at)
  return {
    here: hereAfter(was.here, step),
    ...{ lastAt: at, heldAt },
    togetherMs: togetherMs + (together ? at - begins : 0),
    earlyMs: earlyMs + (together ? begins - was.lastAt : 0),
  }
}

/** The sums as they are for a slot. */
export function forSlot(
  { heldAt: of, togetherMs, earlyMs }: Attendance,
  heldAt: number | null,
): Pick<Attendance, 'togetherMs' | 'earlyMs'> {
  return of === heldAt ? { togetherMs, earlyMs } : { togetherMs: 0, earlyMs: togetherMs + earlyMs }
}

function hereAfter(here: string[], { kind, reason, person_id }: Step): string[] {
  // Who was replaced is still there, on the page that took the place.
  if (kind === 'left' && reason !== 'replaced') return here.filter((one) => one !== person_id)
  if (kind === 'joined' && !here.includes(person_id)) return [...here, person_id]
  return here
}
