import { type Kysely, sql } from 'kysely'
import { foldText } from '#contract/kit/text/fold-text.ts'
import type { SortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { getCollationTable } from '../collation/collation-table.ts'
import { makeSortKey } from '../collation/sort-key.ts'
import { isPostgres } from '../connect.ts'
import type { Tables } from '../tables.ts'

/** Computes a person's search key and sort key. */
export function computePersonKeys(
  { name, email }: { name: string; email: string },
  language: SortingLanguage,
): Pick<Tables['people'], 'search_key' | 'sort_key'> {
  return { search_key: foldText(`${name} ${email}`), sort_key: makeSortKey(name, language, email) }
}

/** Computes a domain's unique `name_key` and its sort key. */
export function computeDomainKeys(
  { name }: { name: string },
  language: SortingLanguage,
): Pick<Tables['domains'], 'name_key' | 'sort_key'> {
  return { name_key: name.toLowerCase(), sort_key: makeSortKey(name, language) }
}

/** Identifies the collation: the language, and the version of its order in this Node. */
export function getCollationVersion(language: SortingLanguage): string {
  return `${language} ${getCollationTable(language).version}`
}

/** Rows per batch. */
const chunk = 500

type Keyed = Kysely<Pick<Tables, 'people' | 'domains'>>

export async function refillPeopleKeys(db: Keyed, language: SortingLanguage): Promise<void> {
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
    const keys = people.map((person) => ({ id: person.id, ...computePersonKeys(person, language) }))
    await updatePeople(db, JSON.stringify(keys)).execute(db)
  }
}

function updatePeople(db: Keyed, keys: string) {
  const rows = isPostgres(db)
    ? sql`select * from json_to_recordset(${keys}::json)
        as one (id text, search_key text, sort_key text)`
    : sql`select value ->> 'id' as id, value ->> 'search_key' as search_key,
        value ->> 'sort_key' as sort_key from json_each(${keys})`
  return sql`update people set search_key = one.search_key, sort_key = one.sort_key
    from (${rows}) as one where people.id = one.id`
}

/** Recomputes the sort keys of all domains; a school has few. */
export async function refillDomainKeys(db: Keyed, language: SortingLanguage): Promise<void> {
  for (const { id, name } of await db.selectFrom('domains').select(['id', 'name']).execute()) {
    const { sort_key } = computeDomainKeys({ name }, language)
    await db.updateTable('domains').set({ sort_key }).where('id', '=', id).execute()
  }
}
