import { getIceServers } from '#contract/calls/ice-servers.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import type { CallRole } from '../api.ts'

/** Fetches the current STUN and TURN servers. Their credentials expire, so they are not cached. */
export async function fetchIceServers(role: CallRole): Promise<RTCIceServer[]> {
  const { data } = await callApi(getIceServers[role])
  return data.iceServers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }))
}
