import { didChange, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Where a login came from, and for which account. */
export type Attempt = { email: string; network: string }

/** The failures that count: those after `since` and not after `until` (ms since 1970). */
export type FailureWindow = { since: number; until: number }

/** What failures are counted by. */
export type FailureGroup = 'account' | 'network' | 'accountAtNetwork'

/** When the failure of a group happened that has so many `newer` ones; undefined without one. */
export const readFailureTime = {
  account: makeFailureTimeQuery(['email']),
  network: makeFailureTimeQuery(['address']),
  accountAtNetwork: makeFailureTimeQuery(['email', 'address']),
} satisfies Record<FailureGroup, unknown>

function makeFailureTimeQuery(columns: ('email' | 'address')[]) {
  type Counted = Attempt & FailureWindow & { newer: number }
  return first((db, { email, network, since, until, newer }: Values<Counted>) => {
    const same = { email, address: network }
    return columns
      .reduce(
        (query, column) => query.where(column, '=', same[column]),
        db.selectFrom('login_failures').select('failed_at'),
      )
      .where('failed_at', '>', since)
      .where('failed_at', '<=', until)
      .orderBy('failed_at', 'desc')
      .offset(newer)
      .limit(1)
  })
}

/** Notes a failed login. */
export const insertFailure = run((db, failure: Values<Tables['login_failures']>) =>
  db.insertInto('login_failures').values(failure),
)

/** Removes the failures that do not count. */
export const deleteFailuresOutside = run((db, { since, until }: Values<FailureWindow>) =>
  db
    .deleteFrom('login_failures')
    .where((where) => where.or([where('failed_at', '<=', since), where('failed_at', '>', until)])),
)

/** Removes the failures of an account, from wherever they came. */
export const deleteFailuresByEmail = run((db, { email }: Values<{ email: string }>) =>
  db.deleteFrom('login_failures').where('email', '=', email),
)

/** Removes the failures from a network, for whichever account. */
export const deleteFailuresByNetwork = run((db, { network }: Values<{ network: string }>) =>
  db.deleteFrom('login_failures').where('address', '=', network),
)

/** Whether an account has signed in from a network after `since` (ms since 1970). */
export const hasSignedInFrom = didChange(
  (db, { email, network, since }: Values<Attempt & { since: number }>) =>
    db
      .selectFrom('known_networks')
      .innerJoin('people', 'people.id', 'known_networks.person_id')
      .select('people.id')
      .where('people.email', '=', email)
      .where('known_networks.network', '=', network)
      .where('known_networks.signed_in_at', '>', since),
)

/** Keeps from which network a person has signed in. */
export const saveKnownNetwork = run((db, known: Values<Tables['known_networks']>) =>
  db
    .insertInto('known_networks')
    .values(known)
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'network']).doUpdateSet({ signed_in_at: known.signed_in_at }),
    ),
)

/** Forgets all networks of a person but the newest so many. */
export const deleteOldestKnownNetworks = run(
  (db, { personId, newest }: Values<{ personId: string; newest: number }>) =>
    db
      .deleteFrom('known_networks')
      .where('person_id', '=', personId)
      .where('network', 'in', (older) =>
        older
          .selectFrom('known_networks')
          .select('network')
          .where('person_id', '=', personId)
          .orderBy('signed_in_at', 'desc')
          .orderBy('network')
          // No statement leaves more behind; one database takes no offset without a limit.
          .limit(newest)
          .offset(newest),
      ),
)

/** Forgets the networks from which nobody has signed in after `until` (ms since 1970). */
export const deleteKnownNetworksUntil = run((db, { until }: Values<{ until: number }>) =>
  db.deleteFrom('known_networks').where('signed_in_at', '<=', until),
)
