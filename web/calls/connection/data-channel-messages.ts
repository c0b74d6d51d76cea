import { z } from 'zod'
import { ChatText } from '#contract/calls/calls.ts'

/** A message on the data channel, sent from page to page next to audio and video. */
const DataChannelMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chat'), text: ChatText }),
  z.object({
    kind: z.literal('shares'),
    microphone: z.boolean(),
    camera: z.boolean(),
    screen: z.boolean(),
  }),
])
export type DataChannelMessage = z.infer<typeof DataChannelMessage>

/** A message as text, to be read with `parseMessage`. */
export function serializeMessage(text: DataChannelMessage): string {
  return JSON.stringify(text)
}

/** The message in a text; null if this version does not understand it. */
export function parseMessage(given: string): DataChannelMessage | null {
  try {
    return DataChannelMessage.safeParse(JSON.parse(given)).data ?? null
  } catch {
    return null
  }
}
