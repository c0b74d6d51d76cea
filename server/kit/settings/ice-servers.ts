import { z } from 'zod'
import { CommaList } from './comma-list.ts'

/** A STUN or TURN server in the format of RTCPeerConnection. */
export type IceServer = {
  urls: string[]
  username?: string | undefined
  credential?: string | undefined
}

/** Public STUN servers of two operators, so that calls do not depend on one. */
const publicStun = ['stun:stun.cloudflare.com:3478', 'stun:stun.nextcloud.com:443']

const Stun = z.string().regex(/^stuns?:[^\s,/?]+$/)
const Turn = z.string().regex(/^turns?:[^\s,/?]+(\?transport=(udp|tcp))?$/)
const wrongIceServers =
  "must be 'none', a comma-separated list of stun: URLs, or a JSON list of ICE servers"
const wrongTurn = 'must be a comma-separated list of turn: or turns: URLs'

/** Browsers reject TURN servers without a username and credential. */
const FromJson = z.array(
  z.union([
    z.object({ urls: oneOrSeveral(Stun) }),
    z.object({
      urls: oneOrSeveral(z.union([Turn, Stun])),
      username: z.string().min(1),
      credential: z.string().min(1),
    }),
  ]),
)

function oneOrSeveral(url: z.ZodType<string>) {
  return z.union([z.array(url).min(1), url.transform((one) => [one])])
}

const FromStun = CommaList.pipe(z.array(Stun)).transform((urls) => [{ urls }])

/** The setting ICE_SERVERS: public STUN servers by default, none for 'none'. */
export const IceServers = z
  .string()
  .transform((text, context): IceServer[] => {
    if (text === 'none') return []
    const isJson = text.startsWith('[')
    const read = isJson ? FromJson.safeParse(parseJson(text)) : FromStun.safeParse(text)
    if (read.success) return read.data
    context.addIssue(wrongIceServers)
    return z.NEVER
  })
  .default([{ urls: publicStun }])

/** The setting TURN_URL. */
export const TurnUrls = CommaList.refine((urls) => z.array(Turn).safeParse(urls).success, wrongTurn)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
