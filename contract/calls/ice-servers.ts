import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { abilities, forRoles } from '../roles.ts'

/** One server that helps the two sides to find a way to each other, as RTCPeerConnection takes it. */
export const IceServer = z.object({
  urls: z.array(z.string()).min(1),
  username: z.string().optional(),
  credential: z.string().optional(),
})

export const getIceServers = forRoles(abilities['hold calls'], (role) =>
  endpoint({
    role,
    may: 'hold calls',
    method: 'GET',
    path: '/ice-servers',
    summary:
      'Returns the STUN and TURN servers for a call. Credentials are valid until `expiresAt`',
    reply: z.object({
      iceServers: z.array(IceServer),
      /** An ISO instant; null when nothing in it expires. */
      expiresAt: z.string().nullable(),
    }),
  }),
)
