import type { AuditAction } from '#contract/audit/action.ts'
import type { AuditEntry } from '#contract/audit/audit.ts'

/** What one call did: the line that says it best, and its other lines. */
export type EntryGroup = { main: AuditEntry; more: AuditEntry[] }

/** Actions that follow from another action of the same call, if there is one. */
const sideEffectActions: readonly AuditAction[] = [
  'session-ended',
  'session-renewed',
  'signed-in',
  'person-added',
  'password-link-made',
  'login-lock-ended',
  'review-opened',
  'review-removed',
  'moved-to-week',
  'advisor-given',
  'booking-ended',
  'due-date-renewed',
  'review-reopened',
]

/**
 * Groups the lines, newest first, by call: one entry per call, in the place of its newest line.
 * Lines without a call stay alone.
 */
export function groupByCall(lines: AuditEntry[]): EntryGroup[] {
  const calls = new Map<string, AuditEntry[]>()
  for (const line of lines) {
    const call = line.requestId || line._id
    calls.set(call, [...(calls.get(call) ?? []), line])
  }
  return [...calls.values()].flatMap((ofCall) => {
    const inOrder = ofCall.toReversed()
    const main = inOrder.find(({ deed }) => !sideEffectActions.includes(deed)) ?? inOrder[0]
    return main ? [{ main, more: inOrder.filter((line) => line !== main) }] : []
  })
}
