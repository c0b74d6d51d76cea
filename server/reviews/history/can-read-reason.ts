import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import { reviewerBlockedReason } from '#contract/reviews/scheduling/cancellation.ts'
import type { Role } from '#contract/roles.ts'

/**
 * Whether the reader may see the reason of a history entry (contract, section 9). Reviewers see
 * only reasons about their own bookings, and none of a reschedule request. Why a slot was lost is
 * shown only to its reviewer and to admins, except that advisors see when the reviewer was blocked.
 */
export function canReadReason(
  { role, personId }: { role: Role; personId: string },
  {
    what,
    from,
    reason,
  }: { what: HistoryKind; from: string | null | undefined; reason: string | null | undefined },
): boolean {
  if (role === 'admin') return true
  if (role === 'reviewer') return what !== 'asked' && from === personId
  return what !== 'lost' || (role === 'advisor' && reason === reviewerBlockedReason)
}
