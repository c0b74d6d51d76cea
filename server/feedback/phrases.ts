import type { Phrases } from '#contract/feedback.ts'
import { parseTextList } from '#server/database/column-values.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { readPhrases, upsertPhrases } from './queries.ts'

/** A reviewer's own phrases for feedback; none at first. */
export async function getPhrases({ db }: Context, reviewerId: string): Promise<Phrases> {
  const row = await readPhrases(db, { reviewerId })
  return { phrases: row ? parseTextList(row.phrases) : [] }
}

/** Replaces a reviewer's phrases, and returns them. */
export async function savePhrases(
  context: Context<Tx>,
  reviewerId: string,
  { phrases }: Phrases,
): Promise<Phrases> {
  const before = await getPhrases(context, reviewerId)
  await upsertPhrases(context.db, { reviewerId, phrases: JSON.stringify(phrases) })
  await recordAudit(context, {
    kind: 'people',
    id: reviewerId,
    before: { phrases: JSON.stringify(before.phrases) },
    after: { phrases: JSON.stringify(phrases) },
  })
  return { phrases }
}
