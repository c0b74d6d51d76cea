import type { HistoryWhat } from '#contract/kit/history-what.ts'
import type { Role } from '#contract/roles.ts'

/**
 * A cancellation's reason is read by the reviewer whose booking it was, and why a slot was lost by
 * nobody but them and admins; a wish is not a reviewer's to know (contract, section 9).
 */
export function mayReadReason(
  { role, personId }: { role: Role; personId: string },
  { what, from }: { what: HistoryWhat; from: string | null | undefined },
): boolean {
  if (role === 'admin') return true
  if (role === 'reviewer') return what !== 'asked' && from === personId
  return what !== 'lost'
}
