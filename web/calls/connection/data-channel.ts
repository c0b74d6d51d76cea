import { z } from 'zod'
import { ChatText } from '#contract/calls.ts'

/** A message of the data channel: what the two pages write to each other beside sound and picture. */
const PageText = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chat'), text: ChatText }),
  z.object({
    kind: z.literal('shares'),
    microphone: z.boolean(),
    camera: z.boolean(),
    screen: z.boolean(),
  }),
])
export type PageText = z.infer<typeof PageText>

/** As it is sent to the other page, which reads it by `readText`. */
export function writeText(text: PageText): string {
  return JSON.stringify(text)
}

/** What the other page wrote; null when it is nothing that this one understands. */
export function readText(given: string): PageText | null {
  try {
    return PageText.safeParse(JSON.parse(given)).data ?? null
  } catch {
    return null
  }
}
