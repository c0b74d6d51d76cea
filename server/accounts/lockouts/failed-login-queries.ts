import { didChange, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** The account and the network of a login attempt. */
export type Attempt = { email: string; network: string }

/** The failed logins that count: after `since`, up to `until` (ms since 1970). */
export type FailureWindow = { since: number; until: number }

/** How failed logins are grouped for counting. */
export type FailureGrouping = 'account' | 'network' | 'accountAtNetwork'

/**
 * Returns the time of the failed login that has exactly `newer` newer ones in its group; undefined
 * if there are not so many.
 */
export const readFailureTime = {
  account: makeFailureTimeQuery(['email']),
  network: makeFailureTimeQuery(['address']),
  accountAtNetwork: makeFailureTimeQuery(['email', 'address']),
} satisfies Record<FailureGrouping, unknown>

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

export const insertFailure = run((db, failure: Values<Tables['login_failures']>) =>
  db.insertInto('login_failures').values(failure),
)

export const deleteFailuresOutside = run((db, { since, until }: Values<FailureWindow>) =>
  db
    .deleteFrom('login_failures')
    .where((where) => where.or([where('failed_at', '<=', since), where('failed_at', '>', until)])),
)

/** Deletes an account's failed logins, from all networks. */
export const deleteFailuresByEmail = run((db, { email }: Values<{ email: string }>) =>
  db.deleteFrom('login_failures').where('email', '=', email),
)

/** Deletes failed logins from a network, for all accounts. */
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

/** Stores or updates when a person last signed in from a network. */
export const saveKnownNetwork = run((db, known: Values<Tables['known_networks']>) =>
  db
    .insertInto('known_networks')
    .values(known)
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'network']).doUpdateSet({ signed_in_at: known.signed_in_at }),
    ),
)

/** Deletes a person's known networks except the `newest` most recent ones. */
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
          // A single call never leaves more than `newest` to delete; SQLite takes no offset without
          // a limit.
          .limit(newest)
          .offset(newest),
      ),
)

/** Deletes the networks that nobody has signed in from after `until` (ms since 1970). */
export const deleteKnownNetworksUntil = run((db, { until }: Values<{ until: number }>) =>
  db.deleteFrom('known_networks').where('signed_in_at', '<=', until),
)
