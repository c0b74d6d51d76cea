import { sql } from 'kysely'
import { mailKindsWithoutSecret } from '#contract/kit/kinds/mail-kind.ts'
import type { Tx } from '#server/database/transaction.ts'
import { containsAny } from './queries.ts'

/** Tables whose rows may name a person who is not their reader, and the columns that may. */
const referring = {
  notifications: ['payload'],
  outbox: ['subject', 'body', 'last_error', 'answer'],
  idempotency_keys: ['reply'],
  webhook_deliveries: ['payload', 'answer'],
} as const

/** A test for texts that have one of a person's names or emails, as a word. */
export function makeNames(known: readonly string[]) {
  // As they stand in JSON, too.
  const texts = [...new Set(known.flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]))]
  const words = texts.map((text) => RegExp.escape(text)).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'u')
  return { texts, areIn: (text: string | null) => text !== null && pattern.test(text) }
}
export type Names = ReturnType<typeof makeNames>

/**
 * Removes the notifications, mails, kept replies and webhook deliveries of others that name a
 * person, and returns the ids of the mails. A mail that is still to be sent stays if it gives
 * access to an account: it is to somebody of the same name.
 */
export async function eraseReferences(db: Tx, names: Names): Promise<string[]> {
  const mails: string[] = []
  for (const [table, columns] of Object.entries(referring)) {
    const { rows } = await sql<{ id: string } & Record<string, string | null>>`
      select * from ${sql.table(table)} where ${containsAny(db, columns, names.texts)}`.execute(db)
    for (const { id, ...row } of rows) {
      const isNamed = columns.some((column) => names.areIn(row[column] ?? null))
      if (!isNamed || (table === 'outbox' && isNeededByOther(row))) continue
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db)
      if (table === 'outbox') mails.push(id)
    }
  }
  return mails
}

const withoutSecret: readonly (string | null)[] = mailKindsWithoutSecret

function isNeededByOther(mail: Record<string, string | null>): boolean {
  const isWaiting = mail.sent_at === null && mail.failed_at === null && mail.dropped_at === null
  return isWaiting && !withoutSecret.includes(mail.kind ?? null)
}
