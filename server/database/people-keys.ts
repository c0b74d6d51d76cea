import { type Kysely, sql } from 'kysely'
import { foldText } from '#contract/kit/search-fold.ts'
import { isPostgres } from './open.ts'
import type { Tables } from './tables.ts'

type Keys = Pick<Tables['people'], 'search_key' | 'sort_key'>

/** The columns in which a person is searched for, and by which lists of people are ordered. */
export function peopleKeys({ name, email }: { name: string; email: string }): Keys {
  const both = `${name} ${email}`
  return { search_key: foldText(both), sort_key: both.toLowerCase() }
}

/** So many people are read and written at a time. */
const chunk = 500

/** Writes the keys of all people anew. */
export async function refillPeopleKeys(db: Kysely<Pick<Tables, 'people'>>): Promise<void> {
  for (let after = ''; ; ) {
    const people = await db
      .selectFrom('people')
      .select(['id', 'name', 'email'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(chunk)
      .execute()
    const last = people.at(-1)
    if (!last) return
    after = last.id
    const keys = people.map((person) => ({ id: person.id, ...peopleKeys(person) }))
    await update(db, JSON.stringify(keys)).execute(db)
  }
}

function update(db: Kysely<Pick<Tables, 'people'>>, keys: string) {
  const rows = isPostgres(db)
    ? sql`select * from json_to_recordset(${keys}::json)
        as one (id text, search_key text, sort_key text)`
    : sql`select value ->> 'id' as id, value ->> 'search_key' as search_key,
        value ->> 'sort_key' as sort_key from json_each(${keys})`
  return sql`update people set search_key = one.search_key, sort_key = one.sort_key
    from (${rows}) as one where people.id = one.id`
}
