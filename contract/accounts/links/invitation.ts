import { z } from 'zod'
import { dayMs } from '../../kit/time/durations.ts'
import { toIsoInstant } from '../../kit/time/iso.ts'
import { invitationDays } from '../../limits/accounts.ts'

/** The latest invitation of a person whose profile is not complete, and when its link expires. */
export const Invitation = z.object({ sentAt: z.string(), expiresAt: z.string() })
export type Invitation = z.infer<typeof Invitation>

/** An invitation sent at an instant (ms since 1970). */
export function toInvitation(instant: number): Invitation {
  return {
    sentAt: toIsoInstant(instant),
    expiresAt: toIsoInstant(instant + invitationDays * dayMs),
  }
}
