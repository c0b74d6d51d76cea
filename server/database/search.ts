import { type RawBuilder, sql } from 'kysely'
import type { Db } from './open.ts'
import { contains, countFound, isAmongFound } from './search-index.ts'

/** Text that is looked for in names and emails, whatever its letter case. */
export type Search = {
  /** Whether it fits somebody's `search_key`, which is looked at for the row at hand alone. */
  fits: (key: RawBuilder<string>) => RawBuilder<boolean>
  /** Whether a column is the id of a person whom it fits, by the index of names and emails. */
  names: (column: string) => RawBuilder<boolean>
  /** The same for the first few whom that index finds. */
  namesFew: (column: string) => RawBuilder<boolean>
  /** How many that index finds. */
  howMany: () => Promise<Frequency>
}

/** How much an index finds. */
export type Frequency = 'none' | 'few' | 'many'

/** So many are found by an index and sorted faster than others are looked at. */
export const few = 100

/** Says of a count that goes up to `few` how much it is. */
export function frequencyOf(count: number): Frequency {
  if (count === 0) return 'none'
  return count < few ? 'few' : 'many'
}

/** A search for what was typed; undefined when that says nothing. */
export function searchFor(db: Db, typed: string | undefined): Search | undefined {
  const text = typed?.trim().toLowerCase()
  if (!text) return undefined
  return {
    fits: (key) => contains(db, key, text),
    names: (column) => isAmongFound(db, column, text),
    namesFew: (column) => isAmongFound(db, column, text, few),
    howMany: async () => frequencyOf(await countFound(db, text, few)),
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
