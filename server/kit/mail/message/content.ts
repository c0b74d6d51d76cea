import { z } from 'zod'
import { notificationKinds } from '#contract/kit/kinds/notification-kind.ts'

/**
 * Text forced into one line: line breaks become spaces, and bidirectional control characters are
 * dropped, whatever somebody puts into their name.
 */
const Line = z.string().transform((text) =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .toWellFormed(),
)

const Url = z.url({ protocol: /^https?$/ })

/** The content of a mail, from which text and HTML are rendered when it is sent. */
export const MailContent = z.object({
  /** Also the subject. */
  title: Line,
  /** Sentences, each a paragraph. */
  lines: z.array(Line),
  /** Items with a link each. */
  items: z.array(z.object({ text: Line, url: Url })).optional(),
  /** Labels and values: what, when, with whom. */
  facts: z.array(z.tuple([Line, Line])).optional(),
  button: z.object({ text: Line, url: Url }).optional(),
  /** Secondary sentences at the end. */
  after: z.array(Line).optional(),
  /** A calendar invitation or its cancellation (RFC 5546). */
  calendar: z.object({ method: z.enum(['REQUEST', 'CANCEL']), ics: z.string() }).optional(),
  /** The kinds of notices in a combined mail; unsubscribing stops all of them. */
  kinds: z.array(z.enum(notificationKinds)).optional(),
})
export type MailContent = z.infer<typeof MailContent>

export function serializeContent(content: MailContent): string {
  return JSON.stringify(content)
}

/** Parses the content; undefined for a mail of an older version, whose body is plain text. */
export function parseContent(body: string): MailContent | undefined {
  // Plain texts begin with 'Hello'.
  return /^\{/.test(body) ? MailContent.parse(JSON.parse(body)) : undefined
}
