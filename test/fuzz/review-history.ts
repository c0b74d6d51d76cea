import { expect } from 'vitest'
import type { HistoryLine } from './state.ts'

const gives = new Set(['booked', 'moved'])
const takes = new Set(['moved', 'cancelled', 'no-show', 'lost'])
const endsRequest = new Set(['booked', 'moved', 'cancelled', 'no-show', 'marked', 'decided'])

/** Replays a review's history. Each line must fit those before it. */
export function checkReviewHistory(lines: HistoryLine[]) {
  let slot: string | null = null
  let lost: { startsAt: number | null; reviewer: string | null } | null = null
  let declined: string | null = null
  let [hasRequest, isClosed, isMarked] = [false, false, false]
  const endedBy = new Set<string>()
  for (const line of lines) {
    const { id, what, from_slot_id: from, to_slot_id: to } = line
    if (from !== null) expect(from).toBe(slot)
    expect([what, to !== null]).toEqual([what, gives.has(what) || (what === 'undone' && !!to)])
    if (takes.has(what)) expect(from).not.toBeNull()
    if (to !== null || from !== null) slot = to
    if (what === 'lost') lost = { startsAt: line.from_starts_at, reviewer: line.from_reviewer_id }
    else if (to !== null) lost = null
    if (endsRequest.has(what) && hasRequest) endedBy.add(id)
    if (what === 'withdrawn') expect(hasRequest).toBe(true)
    if (endsRequest.has(what) || what === 'withdrawn') hasRequest = false
    if (what === 'asked') hasRequest = true
    // The reason of a decline is shown until there is a new request or schedule change.
    if (what === 'withdrawn') declined = line.reason
    else if (endsRequest.has(what) || what === 'asked') declined = null
    if (what === 'decided') isClosed = true
    if (what === 'marked') isMarked = true
    if (what !== 'undone') continue
    const undone = lines.find((other) => other.id === line.undoes_id)
    // An undone change belongs to the same review and happened before.
    if (line.undoes_id !== null) expect(undone?.at).toBeLessThanOrEqual(line.at)
    if (endedBy.has(line.undoes_id ?? '')) hasRequest = true
    if (isClosed) isClosed = false
    else expect(['moved', 'cancelled']).toContain(undone?.what)
  }
  const held = isMarked ? 'conducted' : 'review-scheduled'
  return {
    slot,
    lost,
    hasRequest,
    declined,
    isClosed,
    status: slot === null ? 'not-scheduled' : held,
  }
}
