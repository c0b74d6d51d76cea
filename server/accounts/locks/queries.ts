import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Tables } from '#server/database/tables.ts'

/** Where a login came from, and for which account. */
export type Attempt = { email: string; network: string }

/** The failures that count: those after `since` and not after `until` (ms since 1970). */
export type Window = { since: number; until: number }

/** What failures are counted by. */
const groups = {
  account: ['email'],
  network: ['address'],
  accountAtNetwork: ['email', 'address'],
} as const
export type Group = keyof typeof groups

type Counted = Attempt & Window & { before: number }

/**
 * When the last of the `allowed` failures of a group happened, counted back from the newest;
 * undefined while there are fewer.
 */
export async function readLastAllowedFailure(
  db: Db,
  group: Group,
  { allowed, ...counted }: Attempt & Window & { allowed: number },
): Promise<number | undefined> {
  return (await lastAllowed[group].first(db, { ...counted, before: allowed - 1 }))?.failed_at
}

const lastAllowed = {
  account: lastAllowedBy('account'),
  network: lastAllowedBy('network'),
  accountAtNetwork: lastAllowedBy('accountAtNetwork'),
}

function lastAllowedBy(group: Group) {
  return prepared(
    ['email', 'network', 'since', 'until', 'before'],
    (db, { email, network, since, until, before }: Gaps<Counted>) => {
      const same = { email, address: network }
      const all = db.selectFrom('login_failures').select('failed_at')
      return groups[group]
        .reduce((query, column) => query.where(column, '=', same[column]), all)
        .where('failed_at', '>', since)
        .where('failed_at', '<=', until)
        .orderBy('failed_at', 'desc')
        .offset(before)
        .limit(1)
    },
  )
}

type Failure = Tables['login_failures']

/** Notes a failed login. */
export async function insertFailure(db: Db, failure: Failure): Promise<void> {
  await inserted.all(db, failure)
}

const inserted = prepared(['id', 'email', 'address', 'failed_at'], (db, row: Gaps<Failure>) =>
  db.insertInto('login_failures').values(row),
)

/** Sweeps the failures that do not count. */
export async function deleteFailuresOutside(db: Db, window: Window): Promise<void> {
  await swept.all(db, window)
}

const swept = prepared(['since', 'until'], (db, { since, until }: Gaps<Window>) =>
  db
    .deleteFrom('login_failures')
    .where((where) => where.or([where('failed_at', '<=', since), where('failed_at', '>', until)])),
)

/** Removes the failures of an account, from wherever they came. */
export async function deleteFailuresOf(db: Db, email: string): Promise<void> {
  await ofAccount.all(db, { email })
}

const ofAccount = prepared(['email'], (db, { email }: Gaps<{ email: string }>) =>
  db.deleteFrom('login_failures').where('email', '=', email),
)

/** Removes the failures from a network, for whichever account. */
export async function deleteFailuresFrom(db: Db, network: string): Promise<void> {
  await fromNetwork.all(db, { network })
}

const fromNetwork = prepared(['network'], (db, { network }: Gaps<{ network: string }>) =>
  db.deleteFrom('login_failures').where('address', '=', network),
)

/** Whether the account has signed in from the network after `since` (ms since 1970). */
export async function hasSignedInFrom(
  db: Db,
  attempt: Attempt & { since: number },
): Promise<boolean> {
  return (await signedIn.first(db, attempt)) !== undefined
}

const signedIn = prepared(
  ['email', 'network', 'since'],
  (db, { email, network, since }: Gaps<Attempt & { since: number }>) =>
    db
      .selectFrom('known_networks')
      .innerJoin('people', 'people.id', 'known_networks.person_id')
      .select('people.id')
      .where('people.email', '=', email)
      .where('known_networks.network', '=', network)
      .where('known_networks.signed_in_at', '>', since),
)

type Known = Tables['known_networks']

/** Notes from which network a person has signed in. */
export async function upsertKnownNetwork(db: Db, known: Known): Promise<void> {
  await remembered.all(db, known)
}

const remembered = prepared(['person_id', 'network', 'signed_in_at'], (db, known: Gaps<Known>) =>
  db
    .insertInto('known_networks')
    .values(known)
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'network']).doUpdateSet({ signed_in_at: known.signed_in_at }),
    ),
)

/** Forgets all networks of a person but the newest so many. */
export async function deleteKnownNetworksBeyond(
  db: Db,
  personId: string,
  newest: number,
): Promise<void> {
  await beyond.all(db, { personId, newest })
}

const beyond = prepared(
  ['personId', 'newest'],
  (db, { personId, newest }: Gaps<{ personId: string; newest: number }>) =>
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
export async function deleteKnownNetworksUntil(db: Db, until: number): Promise<void> {
  await db.deleteFrom('known_networks').where('signed_in_at', '<=', until).execute()
}
