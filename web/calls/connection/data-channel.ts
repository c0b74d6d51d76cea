import { z } from 'zod'
import { ChatText } from '#contract/calls.ts'

/** A message of the data channel: what the two pages write to each other beside sound and picture. */
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

/** As it is sent to the other page, which reads it by `readText`. */
export function serializeMessage(text: DataChannelMessage): string {
  return JSON.stringify(text)
}

/** What the other page wrote; null when it is nothing that this one understands. */
export function parseMessage(given: string): DataChannelMessage | null {
  try {
    return DataChannelMessage.safeParse(JSON.parse(given)).data ?? null
  } catch {
    return null
  }
}
