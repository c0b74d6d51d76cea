import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { inactiveDays, knownNetworkDays } from '#contract/limits/accounts.ts'
import type { Tables } from '#server/database/tables.ts'
import { makeIdAt, type Random, randomInteger } from '../random.ts'
import type { PersonRow } from '../rows.ts'

/** One in this many long-standing people has not signed in for a long time. */
const peoplePerAway = 20
/** A documentation network (RFC 5737), which nobody can sign in from. */
const network = '192.0.2.0'

/** Generates each person's last sign-in: mostly recent, some long ago. */
export function makeLastSignIns(
  random: Random,
  people: PersonRow[],
  now: number,
): Tables['known_networks'][] {
  let old = 0
  return people.flatMap(({ id, role, email, verified_at }) => {
    if (verified_at === null) return []
    const isNew = verified_at > now - knownNetworkDays * dayMs
    const canBeAway = !isNew && role !== 'admin' && !email.startsWith(`${role}@`)
    const isAway = canBeAway && ++old % peoplePerAway === 0
    const ago = isAway
      ? randomInteger(random, (inactiveDays + 1) * 24, (knownNetworkDays - 1) * 24) * hourMs
      : randomInteger(random, 60, 6 * 24 * 60) * minuteMs
    return [{ person_id: id, network, signed_in_at: Math.max(verified_at, now - ago) }]
  })
}

/** How many invitations the mail server refused. */
const refusedInvitations = 1

/** Generates the mails that could not be delivered. */
export function makeFailedMails(
  random: Random,
  people: PersonRow[],
  now: number,
): Tables['outbox'][] {
  const invited = people.filter(
    ({ verified_at, created_at }) => verified_at === null && created_at < now,
  )
  return invited.slice(0, refusedInvitations).map(({ id, email, created_at }) => ({
    id: makeIdAt(random, created_at),
    recipient: email,
    subject: 'Your invitation to Weekward',
    body: '',
    kind: 'invitation',
    person_id: id,
    created_at,
    due_at: created_at,
    attempts: 1,
    sent_at: null,
    claimed_until: null,
    dropped_at: null,
    answer: null,
    good_until: null,
    review_id: null,
    last_error: '550 5.1.1 The email account that you tried to reach does not exist',
    failed_at: created_at + minuteMs,
  }))
}
