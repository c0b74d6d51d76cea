import type { Db } from '#server/database/connect.ts'
import { type PageOrder, paginate } from '#server/database/list/paginate.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Tables['domains']

const byName: PageOrder<Pick<Row, 'id' | 'sort_key'>> = {
  order: { columns: ['sort_key', 'id'], direction: 'asc' },
  keyOf: (row) => [row.sort_key, row.id],
}

/** Returns a page of domains, by name. */
export const readDomains = paginate(byName, (db) =>
  db
    .selectFrom('domains')
    .select(['id', 'name', 'sort_key'])
    .select((of) =>
      of
        .selectFrom('tasks')
        .select((task) => task.fn.countAll<number>().as('count'))
        .whereRef('tasks.domain_id', '=', 'domains.id')
        .$asScalar()
        .$notNull()
        .as('weeks'),
    ),
)

/** Returns those of the given domains that exist. */
export function readDomainsByIds(db: Db, ids: string[]) {
  return db.selectFrom('domains').select(['id as _id', 'name']).where('id', 'in', ids).execute()
}

/** Returns all domains; a school has few. */
export const readDomainNames = all((db) => db.selectFrom('domains').select(['id as _id', 'name']))

/** Returns one domain. */
export const readDomain = first((db, { id }: Values<{ id: string }>) =>
  db.selectFrom('domains').select(['id as _id', 'name']).where('id', '=', id),
)

/** Inserts a domain; a unique index refuses a name in use, ignoring case. */
export const insertDomain = run((db, domain: Values<Row>) =>
  db.insertInto('domains').values(domain),
)
