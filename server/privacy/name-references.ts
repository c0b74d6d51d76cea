import { sql } from 'kysely'
import { mailKindsWithoutSecret } from '#contract/kit/kinds/mail-kind.ts'
import { eraseRefusals } from '#contract/privacy/erase-person.ts'
import { isPostgres } from '#server/database/connect.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { containsAny } from './queries.ts'

/** Tables whose rows may name a person who is not their reader, and the columns that may. */
const referring = {
  notifications: ['payload'],
  outbox: ['subject', 'body', 'last_error', 'answer'],
  webhook_deliveries: ['payload', 'answer'],
} as const

/** A test for texts that have one of a person's names or emails, as a word. */
export function makeNameMatcher(known: readonly string[]) {
  const composed = known.flatMap((one) => [one, one.normalize('NFC')])
  // As they stand in JSON, too.
  const texts = [...new Set(composed.flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]))]
  const words = texts.map((text) => RegExp.escape(text)).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'u')
  return { texts, areIn: (text: string | null) => text !== null && pattern.test(text) }
}
export type NameMatcher = ReturnType<typeof makeNameMatcher>

/**
 * Removes the notifications, mails and webhook deliveries of others that name a person, and returns
 * the ids of the mails. A mail that is still to be sent stays if it gives access to an account: it
 * is to somebody of the same name. Refuses (409) while one of the others is being sent, as its file
 * would be written afterwards.
 */
export async function deleteMessagesNamingPerson(
  { db, clock }: Context<Tx>,
  names: NameMatcher,
): Promise<string[]> {
  const now = clock()
  const mails: string[] = []
  for (const [table, columns] of Object.entries(referring)) {
    const lock = isPostgres(db) ? sql`for update` : sql``
    const { rows } = await sql<
      { id: string } & Record<string, string | null>
    >`select * from ${sql.table(table)}
      where ${containsAny(db, columns, names.texts)} ${lock}`.execute(db)
    const gone: string[] = []
    for (const { id, claimed_until, ...row } of rows) {
      const isNamed = columns.some((column) => names.areIn(row[column] ?? null))
      if (!isNamed || (table === 'outbox' && isNeededByOther(row))) continue
      if (table === 'outbox' && row.sent_at === null && Number(claimed_until ?? 0) > now) {
        throw new Refused(eraseRefusals.mailUnderWay)
      }
      gone.push(id)
    }
    const isGone = isInJsonList(db, 'id', sql.val(JSON.stringify(gone)))
    await sql`delete from ${sql.table(table)} where ${isGone}`.execute(db)
    if (table === 'outbox') mails.push(...gone)
  }
  return mails
}

const withoutSecret: readonly (string | null)[] = mailKindsWithoutSecret

function isNeededByOther(mail: Record<string, string | null>): boolean {
  const isWaiting = mail.sent_at === null && mail.failed_at === null && mail.dropped_at === null
  return isWaiting && !withoutSecret.includes(mail.kind ?? null)
}
