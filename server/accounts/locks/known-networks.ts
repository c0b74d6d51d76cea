import type { FastifyInstance } from 'fastify'
import { dayMs, hourMs } from '#contract/kit/time.ts'
import { knownNetworkDays, knownNetworksMax } from '#contract/limits.ts'
import type { Context } from '#server/kit/context.ts'
import { every } from '#server/kit/every.ts'
import { networkOf } from '#server/kit/limits/network.ts'
import {
  type Attempt,
  deleteKnownNetworksBeyond,
  deleteKnownNetworksUntil,
  hasSignedInFrom,
  upsertKnownNetwork,
} from './queries.ts'

const knownMs = knownNetworkDays * dayMs
const sweepEveryMs = 6 * hourMs

/** Whether an account has lately signed in from a network. */
export function isKnownNetwork({ db, clock }: Context, attempt: Attempt): Promise<boolean> {
  return hasSignedInFrom(db, { ...attempt, since: clock() - knownMs })
}

/**
 * Remembers from where a person has signed in, longer than the session lives. Call it in a
 * transaction that holds the person.
 */
export async function rememberNetwork(
  { db, clock }: Context,
  personId: string,
  address: string,
): Promise<void> {
  const known = { person_id: personId, network: networkOf(address), signed_in_at: clock() }
  await upsertKnownNetwork(db, known)
  await deleteKnownNetworksBeyond(db, personId, knownNetworksMax)
}

/** Forgets from where nobody has signed in lately. */
export function forgetOldNetworks({ db, clock }: Context): Promise<void> {
  return deleteKnownNetworksUntil(db, clock() - knownMs)
}

/** Does so now and then, for as long as the app is open. */
export function sweepKnownNetworks(app: FastifyInstance, context: Context): void {
  every(app, sweepEveryMs, () => forgetOldNetworks(context))
}
