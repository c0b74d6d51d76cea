import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { contains, idsOfFound } from './database-search.ts'

/** Text that is looked for in names and emails, whatever its letter case. */
export type Search = {
  /** Whether it fits the person with an id, who is looked up for the row at hand alone. */
  fits: (id: RawBuilder<unknown>) => RawBuilder<boolean>
  /** Whether a column is the id of a person whom it fits, by the index of names and emails. */
  names: (db: Db, column: string) => RawBuilder<boolean>
  /** The same for the first few whom that index finds. */
  namesFew: (db: Db, column: string) => RawBuilder<boolean>
  /** Whether that index finds only a few. */
  isRare: (db: Db) => Promise<boolean>
}

/** So many are found by an index and sorted faster than others are looked at. */
export const few = 300

/** A search for what was typed; undefined when that says nothing. */
export function searchFor(typed: string | undefined): Search | undefined {
  const text = typed?.trim().toLowerCase()
  if (!text) return undefined
  return {
    fits: (id) => contains(ofPerson('search_key', id), text),
    names: (db, column) => sql<boolean>`${sql.ref(column)} in (${idsOfFound(db, text)})`,
    namesFew: (db, column) =>
      sql<boolean>`${sql.ref(column)} in (${idsOfFound(db, text)} limit ${sql.lit(few)})`,
    async isRare(db) {
      const { rows } = await sql`${idsOfFound(db, text)} limit ${sql.lit(few)}`.execute(db)
      return rows.length < few
    },
  }
}

/**
 * What stands in a column of the person with an id. A query of its own, and no join: a join could
 * begin with reading everybody.
 */
export function ofPerson(column: 'search_key' | 'domain_id', id: RawBuilder<unknown>) {
  return sql<string>`(select one.${sql.ref(column)} from people as one where one.id = ${id})`
}

/**
 * The same as `column = value`, for rows that have been found by another column: no database
 * looks for it in an index, so the plan begins where there is least to read.
 */
export function isAlso(column: string, value: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(column)}, '') = ${value}`
}
