import { z } from 'zod'
import { notificationKinds } from '#contract/kit/kinds/notification-kind.ts'

/**
 * A text that stays in its line: breaks become spaces, and signs that turn the direction of all that
 * follows are dropped, whatever somebody put into their name.
 */
const Line = z.string().transform((text) =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .toWellFormed(),
)

const Url = z.url({ protocol: /^https?$/ })

/** What a mail is made of, from which its text and its HTML are written as it is sent. */
export const MailContent = z.object({
  /** The subject, too. */
  title: Line,
  /** Sentences, each a paragraph. */
  lines: z.array(Line),
  /** Things that each have an address of their own. */
  items: z.array(z.object({ text: Line, url: Url })).optional(),
  /** What, when, with whom: labels and their values. */
  facts: z.array(z.tuple([Line, Line])).optional(),
  /** The one thing to do. */
  button: z.object({ text: Line, url: Url }).optional(),
  /** Sentences that can wait until the rest is read. */
  after: z.array(Line).optional(),
  /** An entry for the reader's calendar, or that it is off (RFC 5546). */
  calendar: z.object({ method: z.enum(['REQUEST', 'CANCEL']), ics: z.string() }).optional(),
  /** Of a mail of several notices the kinds that it holds, which are stopped with it. */
  kinds: z.array(z.enum(notificationKinds)).optional(),
})
export type MailContent = z.infer<typeof MailContent>

/** What the outbox keeps of a mail until it is away. */
export function serializeContent(content: MailContent): string {
  return JSON.stringify(content)
}

/** What a mail is made of; undefined for one of an older version, whose body is its text. */
export function parseContent(body: string): MailContent | undefined {
  // Those texts begin with 'Hello'.
  return /^\{/.test(body) ? MailContent.parse(JSON.parse(body)) : undefined
}
