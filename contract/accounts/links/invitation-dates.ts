import { z } from 'zod'
import { dayMs } from '../../kit/time/durations.ts'
import { toIsoInstant } from '../../kit/time/iso.ts'
import { invitationDays } from '../../limits/accounts.ts'

/** The latest invitation of a person whose profile is not complete, and when its link expires. */
export const InvitationDates = z.object({ sentAt: z.string(), expiresAt: z.string() })
export type InvitationDates = z.infer<typeof InvitationDates>

/** An invitation sent at an instant (ms since 1970). */
export function toInvitationDates(instant: number): InvitationDates {
  return {
    sentAt: toIsoInstant(instant),
    expiresAt: toIsoInstant(instant + invitationDays * dayMs),
  }
}
