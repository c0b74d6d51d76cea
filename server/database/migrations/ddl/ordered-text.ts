import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../connect.ts'

/**
 * The type of a text column that lists are ordered by: both databases must compare it byte by
 * byte, or a page would not continue where the one before it ended.
 */
export function orderedText(db: Kysely<unknown>) {
  return isPostgres(db) ? sql`text collate "C"` : sql`text`
}
