import {
  type CallEvent,
  type CallRecord,
  type ChatLine,
  callEventKinds,
  leaveReasons,
} from '#contract/calls.ts'
import { isoInstant } from '#contract/kit/iso.ts'
import type { Role } from '#contract/roles.ts'
import { secondMs } from '#server/kit/clock.ts'
import { oneOf } from '#server/kit/one-of.ts'
import type { readCallEvents, readChat } from './queries.ts'

type EventRow = Awaited<ReturnType<typeof readCallEvents>>[number]
type ChatRow = Awaited<ReturnType<typeof readChat>>[number]

/** The record of a call from what was noted of it. */
export function showRecord(events: EventRow[], chat: ChatRow[]): CallRecord {
  return {
    events: events.map(showEvent),
    chat: chat.map(showLine),
    togetherSeconds: togetherSeconds(events),
  }
}

/** A line of the chat, with who wrote it. */
export function showLine(row: ChatRow): ChatLine {
  return { person: personOf(row), text: row.text, at: isoInstant(row.at) }
}

function showEvent(row: EventRow): CallEvent {
  return {
    kind: oneOf(callEventKinds, row.kind),
    person: personOf(row),
    at: isoInstant(row.at),
    reason: row.reason === null ? null : oneOf(leaveReasons, row.reason),
  }
}

function personOf(row: { person_id: string; name: string; role: Role }) {
  return { _id: row.person_id, name: row.name, role: row.role }
}

/**
 * For how long (whole seconds) two were there at once. Who was there when their process died has
 * no end noted: they count as gone after the last thing that was.
 */
export function togetherSeconds(
  events: Pick<EventRow, 'kind' | 'reason' | 'person_id' | 'at'>[],
): number {
  const here = new Set<string>()
  let sum = 0
  let lastAt = 0
  for (const { kind, reason, person_id, at } of events) {
    if (here.size > 1) sum += at - lastAt
    if (kind === 'joined') here.add(person_id)
    // Who was replaced is still there, on the page that took the place.
    if (kind === 'left' && reason !== 'replaced') here.delete(person_id)
    lastAt = at
  }
  return Math.round(sum / secondMs)
}
