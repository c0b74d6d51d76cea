import { z } from 'zod'

/** A STUN or TURN server as RTCPeerConnection takes it. */
export type IceServer = {
  urls: string[]
  username?: string | undefined
  credential?: string | undefined
}

/** Public STUN servers, of two operators so that a call does not hang on one. */
const publicStun = ['stun:stun.cloudflare.com:3478', 'stun:stun.nextcloud.com:443']

const Stun = z.string().regex(/^stuns?:[^\s,/?]+$/)
const Turn = z.string().regex(/^turns?:[^\s,/?]+(\?transport=(udp|tcp))?$/)
const wrongIceServers =
  "must be 'none', stun: addresses with commas between them, or a JSON list of ICE servers"
const wrongTurn = 'must be one or several turn: or turns: addresses with commas between them'

/** A browser refuses a TURN server without a username and a credential. */
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

/** Reads the setting ICE_SERVERS: the public STUN servers if it is not there, for 'none' none. */
export function readIceServers(
  text: string | undefined,
  context: z.core.$RefinementCtx<unknown>,
): IceServer[] {
  if (text === undefined) return [{ urls: publicStun }]
  if (text === 'none') return []
  const read = text.startsWith('[')
    ? FromJson.safeParse(parseJson(text))
    : z
        .array(Stun)
        .transform((urls) => [{ urls }])
        .safeParse(split(text))
  if (read.success) return read.data
  context.addIssue(wrongIceServers)
  return z.NEVER
}

/** Reads the setting TURN_URL. */
export function readTurnUrls(text: string, context: z.core.$RefinementCtx<unknown>): string[] {
  const read = z.array(Turn).safeParse(split(text))
  if (read.success) return read.data
  context.addIssue(wrongTurn)
  return z.NEVER
}

function split(text: string): string[] {
  return text.split(',').map((one) => one.trim())
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
