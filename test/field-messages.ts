import type { z } from 'zod'

/** The first message of each invalid field; an empty object if the input is valid. */
export function getFieldMessages(schema: z.ZodType, input: unknown): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of schema.safeParse(input).error?.issues ?? []) {
    messages[issue.path.join('.')] ??= issue.message
  }
  return messages
}
