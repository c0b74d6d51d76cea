import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { IceServer } from '#contract/calls/ice-servers.ts'
import { hourMs, secondMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { turnCredentialHours } from '#contract/limits/calls.ts'
import type { Context } from '#server/kit/context.ts'

/**
 * The ICE servers of the settings, including TURN with short-lived credentials for this person, as
 * coturn's `use-auth-secret` checks them.
 */
export function getIceServers(
  { clock, settings: { iceServers, turn } }: Pick<Context, 'clock' | 'settings'>,
  personId: string,
): { iceServers: z.output<typeof IceServer>[]; expiresAt: string | null } {
  if (!turn) return { iceServers, expiresAt: null }
  const expiresAt = clock() + turnCredentialHours * hourMs
  const username = `${Math.floor(expiresAt / secondMs)}:${personId}`
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
  return {
    iceServers: [...iceServers, { urls: turn.urls, username, credential }],
    expiresAt: toIsoInstant(expiresAt),
  }
}
