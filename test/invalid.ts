import type { z } from 'zod'

/** The first message of each wrong field; an empty object when nothing is wrong. */
export function fieldMessages(schema: z.ZodType, input: unknown): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of schema.safeParse(input).error?.issues ?? []) {
    messages[issue.path.join('.')] ??= issue.message
  }
  return messages
}
