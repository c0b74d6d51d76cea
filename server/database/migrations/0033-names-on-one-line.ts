import type { Kysely } from 'kysely'
import { defaultSortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { normalizeName } from '#contract/kit/text/text-schemas.ts'
import { computeDomainKeys, computePersonKeys } from '../list/search-and-sort-keys.ts'
import type { Tables } from '../tables.ts'

/**
 * Names of before are stored as new ones are: composed, on one line, with single spaces. A school
 * can say how phone numbers are written there.
 */
export async function up(of: Kysely<unknown>): Promise<void> {
  await of.schema.alterTable('school_settings').addColumn('phone_numbers', 'text').execute()
  const db: Kysely<Pick<Tables, 'people' | 'domains' | 'school_settings'>> = of.withTables()
  await changePeople(db)
  await changeDomains(db)
  const school = await db.selectFrom('school_settings').select('name').executeTakeFirst()
  if (!school?.name || !isOtherwise(school.name)) return
  await db
    .updateTable('school_settings')
    .set({ name: normalizeName(school.name) })
    .execute()
}

const isOtherwise = (name: string) => normalizeName(name) !== name && normalizeName(name) !== ''

/** So many people are read at a time. */
const chunk = 1_000

async function changePeople(db: Kysely<Pick<Tables, 'people'>>): Promise<void> {
  for (let after = ''; ; ) {
    const people = await db
      .selectFrom('people')
      .select(['id', 'name', 'email'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(chunk)
      .execute()
    for (const { id, email, ...person } of people) {
      if (!isOtherwise(person.name)) continue
      const name = normalizeName(person.name)
      const keys = computePersonKeys({ name, email }, defaultSortingLanguage)
      await db
        .updateTable('people')
        .set({ name, ...keys })
        .where('id', '=', id)
        .execute()
    }
    const last = people.at(-1)
    if (!last) return
    after = last.id
  }
}

/** A name that another domain has by now stays as it is. */
async function changeDomains(db: Kysely<Pick<Tables, 'domains'>>): Promise<void> {
  const domains = await db.selectFrom('domains').select(['id', 'name', 'name_key']).execute()
  const taken = new Set(domains.map(({ name_key }) => name_key))
  for (const domain of domains.filter(({ name }) => isOtherwise(name))) {
    const name = normalizeName(domain.name)
    const keys = computeDomainKeys({ name }, defaultSortingLanguage)
    if (keys.name_key !== domain.name_key && taken.has(keys.name_key)) continue
    taken.add(keys.name_key)
    await db
      .updateTable('domains')
      .set({ name, ...keys })
      .where('id', '=', domain.id)
      .execute()
  }
}
