import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import { reviewerBlocked } from '#contract/reviews/scheduling/cancellation.ts'
import type { Role } from '#contract/roles.ts'

/**
 * A cancellation's reason is read by the reviewer whose booking it was, and why a slot was lost by
 * nobody but them and admins, unless it is the reviewer's block, which advisors read, too; a wish is
 * not a reviewer's to know (contract, section 9).
 */
export function mayReadReason(
  { role, personId }: { role: Role; personId: string },
  {
    what,
    from,
    reason,
  }: { what: HistoryKind; from: string | null | undefined; reason: string | null | undefined },
): boolean {
  if (role === 'admin') return true
  if (role === 'reviewer') return what !== 'asked' && from === personId
  return what !== 'lost' || (role === 'advisor' && reason === reviewerBlocked)
}
