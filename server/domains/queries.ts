import type { PageAsked } from '#contract/kit/endpoint.ts'
import type { Db } from '#server/kit/database.ts'
import { readPage } from '#server/kit/paging.ts'

/** A page of the domains, by name. */
export function readDomains(db: Db, asked: PageAsked) {
  const query = db.selectFrom('domains').select(['id', 'name', 'name_key'])
  return readPage(query, { columns: ['name_key', 'id'], direction: 'asc' }, asked, (row) => [
    row.name_key,
    row.id,
  ])
}

/** Those of the domains with the given ids that exist. */
export function readDomainsByIds(db: Db, ids: string[]) {
  return db.selectFrom('domains').select(['id', 'name']).where('id', 'in', ids).execute()
}

/** Adds a domain; the database refuses a name that is there in any letter case. */
export async function insertDomain(
  db: Db,
  domain: { id: string; name: string; name_key: string; created_at: number },
): Promise<void> {
  await db.insertInto('domains').values(domain).execute()
}
