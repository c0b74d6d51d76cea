import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { abilities, mapRoles } from '../roles.ts'

/** A STUN or TURN server, as `RTCPeerConnection` expects it. */
export const IceServer = z.object({
  urls: z.array(z.string()).min(1),
  username: z.string().optional(),
  credential: z.string().optional(),
})

export const getIceServers = mapRoles(abilities['hold calls'], (role) =>
  defineEndpoint({
    role,
    may: 'hold calls',
    method: 'GET',
    path: '/ice-servers',
    summary:
      'Returns the STUN and TURN servers for a call. Credentials are valid until `expiresAt`',
    reply: z.object({
      iceServers: z.array(IceServer),
      /** An ISO instant; null if no credential expires. */
      expiresAt: z.string().nullable(),
    }),
  }),
)
