import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#server/database/transaction.ts'
import type { NameMatcher } from './name-references.ts'
import { containsAny } from './queries.ts'

const Columns = z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullable()
type Columns = z.infer<typeof Columns>

type Entry = {
  id: string
  kind: string
  subject_id: string
  before: string | null
  after: string | null
}

/** Columns that hold an id or one of a few words, by which an entry is told in a sentence. */
const keeps =
  /^id$|_id$|^(role|status|outcome|week_status|seminar|progress|typing|second_factor|move_by_itself)$/
const masked = '…'

/**
 * Masks the texts of a person in entries of the audit log: all of them in entries about the person
 * or one of their reviews, elsewhere those with the name or the email. Who did what when stays.
 */
export async function maskAuditLog(db: Tx, id: string, names: NameMatcher): Promise<void> {
  const own = sql<boolean>`(subject_id = ${id}
    or subject_id in (select id from reviews where student_id = ${id})
    or ${containsAny(db, ['before', 'after'], [`_id":"${id}"`])})`
  const { rows } = await sql<Entry & { is_own: number | boolean }>`
    select id, kind, subject_id, before, after, ${own} as is_own from audit_log
    where ${own} or ${containsAny(db, ['before', 'after'], names.texts)}`.execute(db)
  for (const row of rows) {
    const isOwn = Boolean(row.is_own)
    const [before, after] = [row.before, row.after].map((json) => maskJson(json, { isOwn, names }))
    // The id of a lock is made of its email.
    const isLock = row.kind === 'locks' && row.before !== before
    const subject = isLock ? masked : row.subject_id
    await sql`update audit_log set before = ${before ?? null}, after = ${after ?? null},
      subject_id = ${subject} where id = ${row.id}`.execute(db)
  }
}

/** The names and emails that a person had before, as the audit log knows them. */
export async function readFormerNames(db: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<Pick<Entry, 'before' | 'after'>>`select before, after from audit_log
    where subject_id = ${id} and kind = 'people'`.execute(db)
  return rows
    .flatMap(({ before, after }) => [parseColumns(before), parseColumns(after)])
    .flatMap((columns) => [columns?.name, columns?.email, columns?.wanted_email])
    .filter((value) => typeof value === 'string' && value !== masked)
    .map(String)
}

function parseColumns(json: string | null): Columns {
  return json === null ? null : Columns.parse(JSON.parse(json))
}

function maskJson(
  json: string | null,
  { isOwn, names }: { isOwn: boolean; names: NameMatcher },
): string | null {
  const columns = parseColumns(json)
  if (columns === null) return null
  const hides = (column: string, value: string | number | null) => {
    if (typeof value === 'number') return isOwn && column === 'age'
    if (value === null || keeps.test(column)) return false
    return isOwn || names.areIn(value)
  }
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(columns).map(([column, value]) => [
        column,
        hides(column, value) ? masked : value,
      ]),
    ),
  )
}
