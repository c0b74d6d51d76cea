import {
  type CallEvent,
  type CallRecord,
  type ChatLine,
  callEventKinds,
  leaveReasons,
} from '#contract/calls/call-record.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import type { Role } from '#contract/roles.ts'
import { parseEnum } from '#server/database/column-values.ts'
import {
  type Attendance,
  type AttendanceSums,
  getAttendanceForSlot,
  getEarlyCutoff,
} from './attendance.ts'
import type { readCallEvents, readChat } from './queries.ts'

type EventRow = Awaited<ReturnType<typeof readCallEvents>>[number]
type ChatRow = Awaited<ReturnType<typeof readChat>>[number]

/**
 * The events of a call in order; those long before `heldAt` are marked as early, none if it is
 * null.
 */
export function toCallEvents(rows: EventRow[], heldAt: number | null): CallEvent[] {
  return rows.toReversed().map((row) => ({
    kind: parseEnum(callEventKinds, row.kind),
    person: showPerson(row),
    at: toIsoInstant(row.at),
    reason: row.reason === null ? null : parseEnum(leaveReasons, row.reason),
    times: row.times,
    since: toIsoInstant(row.first_at ?? row.at),
    early: isEarly(row, heldAt),
  }))
}

/** The chat in order, with the authors. */
export function toChatLines(rows: ChatRow[], heldAt: number | null): ChatLine[] {
  return rows.toReversed().map((row) => ({
    person: showPerson(row),
    text: row.text,
    at: toIsoInstant(row.at),
    early: isEarly(row, heldAt),
  }))
}

/** How long both were there, in whole seconds. */
export function toTogetherSeconds(
  attendance: (AttendanceSums & Pick<Attendance, 'held_at'>) | undefined,
  heldAt: number | null,
): Pick<CallRecord, 'togetherSeconds' | 'earlySeconds'> {
  const { together_ms, early_ms } = attendance ? getAttendanceForSlot(attendance, heldAt) : none
  return {
    togetherSeconds: Math.round((together_ms + early_ms) / secondMs),
    earlySeconds: Math.round(early_ms / secondMs),
  }
}

const none = { together_ms: 0, early_ms: 0 }

function isEarly({ at }: { at: number }, heldAt: number | null): boolean {
  return heldAt !== null && at < getEarlyCutoff(heldAt)
}

function showPerson(row: { person_id: string; name: string; role: Role }) {
  return { _id: row.person_id, name: row.name, role: row.role }
}
