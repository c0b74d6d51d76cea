import { type RawBuilder, sql } from 'kysely'

/** Whether a column of lower-case text contains what was searched for, whatever its letter case. */
export function contains(column: string, searched: string): RawBuilder<boolean> {
  const literal = searched
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
  return sql<boolean>`${sql.ref(column)} like ${`%${literal}%`} escape '\\'`
}
