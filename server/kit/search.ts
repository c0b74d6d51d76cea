import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { contains, idsOfFound } from './database-search.ts'

/** What somebody looks for in a list of people, or of what has to do with people. */
export type Search = {
  /** Whether a person's `search_key` contains it, whatever its letter case: for a row at hand. */
  fits: (column: string) => RawBuilder<boolean>
  /** Whether a column is the id of a person whom it fits, by the index of names and emails. */
  names: (db: Db, column: string) => RawBuilder<boolean>
}

/** A search for what was typed; undefined when that says nothing. */
export function searchFor(typed: string | undefined): Search | undefined {
  const text = typed?.trim().toLowerCase()
  if (!text) return undefined
  return {
    fits: (column) => contains(column, text),
    names: (db, column) => sql<boolean>`${sql.ref(column)} in ${idsOfFound(db, text)}`,
  }
}

/**
 * The same as `column = value`, for rows that have been found by another column: no database
 * looks for it in an index, so the plan begins where there is least to read.
 */
export function isAlso(column: string, value: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(column)}, '') = ${value}`
}
