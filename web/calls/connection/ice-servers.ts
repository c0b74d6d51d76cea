import { getIceServers } from '#contract/calls/ice-servers.ts'
import { call } from '#web/kit/call/call.ts'
import type { CallRole } from '../api.ts'

/** The STUN and TURN servers as they are now: their credentials end, so nothing is kept. */
export async function fetchIceServers(role: CallRole): Promise<RTCIceServer[]> {
  const { data } = await call(getIceServers[role])
  return data.iceServers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }))
}
