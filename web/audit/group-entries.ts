import type { AuditAction } from '#contract/audit/action.ts'
import type { AuditEntry } from '#contract/audit.ts'

/** What one call did: the line that says it best, and what else it did by that. */
export type Entry = { main: AuditEntry; more: AuditEntry[] }

/** What follows from something else that is done by the same call, where that is noted too. */
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
]

/**
 * Folds the lines of each call, the newest first, into one entry, in the place of the newest of
 * them. What was done by no call of the page stands alone.
 */
export function groupEntries(lines: AuditEntry[]): Entry[] {
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
