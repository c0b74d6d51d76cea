import { sql } from 'kysely'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import { type Order, readPage } from '#server/database/list.ts'
import type { Db } from '#server/database/open.ts'
import { searchFor } from '#server/database/search.ts'
import type { Attempt, Group, Window } from './queries.ts'

/** What the locks are found by: the failures that count, and how many of a group lead to one. */
export type Asked = Window & { allowedOf: Record<Group, number> }

/** Each failure's email and network as a lock has them: '' stands for all. */
const shownAs = {
  account: { email: sql<string>`email`, network: sql<string>`''` },
  network: { email: sql<string>`''`, network: sql<string>`address` },
  accountAtNetwork: { email: sql<string>`email`, network: sql<string>`address` },
} as const

/** The failures whose age decides: the last allowed one of each account or network with so many. */
function selectOfGroup(db: Db, group: Group, { since, until, allowedOf }: Asked) {
  const { email, network } = shownAs[group]
  const place = sql<number>`row_number() over (partition by ${email}, ${network}
    order by failed_at desc, id desc)`
  const numbered = db
    .selectFrom('login_failures')
    .select([email.as('email'), network.as('network'), 'failed_at', place.as('place')])
    .where('failed_at', '>', since)
    .where('failed_at', '<=', until)
  return db
    .selectFrom(numbered.as('numbered'))
    .select(['email', 'network', 'failed_at'])
    .where('place', '=', allowedOf[group])
}

/** The locks that are in force, with the people whose accounts they are about. */
function selectLocks(db: Db, asked: Asked) {
  const all = selectOfGroup(db, 'accountAtNetwork', asked)
    .unionAll(selectOfGroup(db, 'account', asked))
    .unionAll(selectOfGroup(db, 'network', asked))
  return db
    .selectFrom(all.as('locks'))
    .leftJoin('people', 'people.email', 'locks.email')
    .select(['locks.email', 'locks.network', 'locks.failed_at'])
    .select(['people.id as person_id', 'people.name', 'people.role'])
}

const byEmail: Order = { columns: ['locks.email', 'locks.network'], direction: 'asc' }

/** A page of the locks in force, by email and network. */
export function readLocks(db: Db, asked: Asked, search: string | undefined, page: PageAsked) {
  const wanted = searchFor(db, search)
  const locks = selectLocks(db, asked)
  const key = sql<string>`coalesce(people.search_key, locks.email)`
  const found = wanted ? locks.where(wanted.fits(key)) : locks
  return readPage(found, byEmail, page, (row) => [row.email, row.network])
}

/** One lock that is in force; undefined if it is not. */
export function readLock(db: Db, asked: Asked, { email, network }: Attempt) {
  return selectLocks(db, asked)
    .where('locks.email', '=', email)
    .where('locks.network', '=', network)
    .executeTakeFirst()
}

export type LockRow = NonNullable<Awaited<ReturnType<typeof readLock>>>
