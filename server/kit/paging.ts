import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import { badInput, refusal } from '#contract/kit/refusal.ts'
import { Refused } from './refused.ts'

/** A part of a list, and the cursor that asks for the part after it. */
export type Page<T> = { items: T[]; next: string | undefined }

/** What a list is ordered by; the last column is unique, so that every row has its place. */
export type Order = { columns: readonly string[]; direction: 'asc' | 'desc' }

type Key = (string | number)[]

/**
 * Reads one page by keyset: it starts after the row that the cursor names, so that the last page
 * costs what the first does and rows that come or go meanwhile neither repeat nor hide others.
 * `keyOf` gives a row's values of the ordering columns. A cursor that is not ours is a 400.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  asked: PageAsked,
  keyOf: (row: Row) => Key,
): Promise<Page<Row>> {
  const columns = order.columns.map((column) => sql.ref(column))
  let rest = query.limit(asked.limit + 1)
  for (const column of columns) rest = rest.orderBy(column, order.direction)
  if (asked.cursor !== undefined) {
    const after = sql.join(decode(asked.cursor, columns.length))
    const beyond = order.direction === 'asc' ? sql`>` : sql`<`
    rest = rest.where(sql<boolean>`(${sql.join(columns)}) ${beyond} (${after})`)
  }
  const rows = await rest.execute()
  const items = rows.slice(0, asked.limit)
  const last = items.at(-1)
  return { items, next: rows.length > items.length && last ? encode(keyOf(last)) : undefined }
}

/** The same page with each item changed. */
export function mapPage<A, B>(page: Page<A>, change: (item: A) => B): Page<B> {
  return { items: page.items.map(change), next: page.next }
}

function encode(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

const badCursor = refusal(400, badInput)

function decode(cursor: string, length: number): Key {
  const refused = new Refused(badCursor, { errors: { cursor: 'This cursor is not valid' } })
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw refused
  }
  const key = z
    .array(z.union([z.string(), z.number()]))
    .length(length)
    .safeParse(parsed)
  if (!key.success) throw refused
  return key.data
}
