import { dayMs } from '#contract/kit/time/durations.ts'
import { knownNetworkDays, knownNetworksMax } from '#contract/limits/accounts.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { getNetwork } from '#server/kit/limits/client-network.ts'
import {
  type Attempt,
  deleteKnownNetworksUntil,
  deleteOldestKnownNetworks,
  hasSignedInFrom,
  saveKnownNetwork,
} from './failed-login-queries.ts'

const knownMs = knownNetworkDays * dayMs

/** Whether an account has recently signed in from a network. */
export function isKnownNetwork({ db, clock }: Context, attempt: Attempt): Promise<boolean> {
  return hasSignedInFrom(db, { ...attempt, since: clock() - knownMs })
}

/**
 * Remembers the network a person signed in from, for longer than the session lives. The caller has
 * locked the person.
 */
export async function rememberNetwork(
  { db, clock }: Context<Tx>,
  personId: string,
  address: string,
): Promise<void> {
  const network = getNetwork(address)
  await saveKnownNetwork(db, { person_id: personId, network, signed_in_at: clock() })
  await deleteOldestKnownNetworks(db, { personId, newest: knownNetworksMax })
}

/** Deletes networks that nobody has recently signed in from. */
export function forgetOldNetworks({ db, clock }: Context): Promise<void> {
  return deleteKnownNetworksUntil(db, { until: clock() - knownMs })
}
