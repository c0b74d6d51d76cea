import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { containsAllWords, type SearchWords } from '#server/database/list/search.ts'
import { all, first, type Values } from '#server/database/query.ts'
import type { Attempt, FailureGrouping, FailureWindow } from './failed-login-queries.ts'
import { allowedFailures } from './failed-logins.ts'

/** The email and network of a lockout by group; '' stands for all. */
const shownAs = {
  account: { email: sql<string>`email`, network: sql<string>`''` },
  network: { email: sql<string>`''`, network: sql<string>`address` },
  accountAtNetwork: { email: sql<string>`email`, network: sql<string>`address` },
} as const

/**
 * Selects the failed login each lockout is counted from: the last allowed one of each account or
 * network that has so many.
 */
function selectOfGroup(db: Db, group: FailureGrouping, { since, until }: Values<FailureWindow>) {
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
    .where('place', '=', allowedFailures[group])
}

/** Selects current lockouts with the people they concern. */
function selectLockouts(db: Db, window: Values<FailureWindow>) {
  const all = selectOfGroup(db, 'accountAtNetwork', window)
    .unionAll(selectOfGroup(db, 'account', window))
    .unionAll(selectOfGroup(db, 'network', window))
  return db
    .selectFrom(all.as('locks'))
    .leftJoin('people', 'people.email', 'locks.email')
    .select(['locks.email', 'locks.network', 'locks.failed_at'])
    .select(['people.id as person_id', 'people.name', 'people.role'])
}

const byEmail: PageOrder<Attempt> = {
  order: { columns: ['locks.email', 'locks.network'], direction: 'asc' },
  keyOf: (row) => [row.email, row.network],
}

/** Returns a page of current lockouts, by email and network. */
export const readLockouts = definePaginatedList(
  byEmail,
  (db, { since, until, ...words }: Values<FailureWindow & SearchWords>) => {
    const locks = selectLockouts(db, { since, until })
    const key = sql<string>`coalesce(people.search_key, locks.email)`
    return words.search ? locks.where(containsAllWords(db, key, words)) : locks
  },
)

/** Returns one lockout; undefined if it has ended. */
export const readLockout = first(
  (db, { email, network, ...window }: Values<FailureWindow & Attempt>) =>
    selectLockouts(db, window)
      .where('locks.email', '=', email)
      .where('locks.network', '=', network),
)

export type LockoutRow = NonNullable<Awaited<ReturnType<typeof readLockout>>>

/** Returns the emails of people who are locked out, up to `limit`. */
export const readLockedOutEmails = all(
  (db, { limit, ...window }: Values<FailureWindow & { limit: number }>) =>
    selectLockouts(db, window)
      .where('people.id', 'is not', null)
      .orderBy('locks.email')
      .limit(limit),
)
