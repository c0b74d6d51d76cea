import { isAwayOn } from '#contract/availability/absences.ts'
import type { Refusal } from '#contract/kit/refusal.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { readAbsencesWithin } from './reviewer-slot-queries.ts'

/** Throws the given refusal if a date (YYYY-MM-DD) is a holiday, or if the reviewer is absent. */
export async function refuseDuringAbsence(
  context: Context,
  reviewerId: string,
  date: string,
  refusal: Refusal,
): Promise<void> {
  const isAway = await makeAbsenceCheck(context, reviewerId, { from: date, to: date })
  if (isAway(date)) throw new Refused(refusal)
}

/**
 * Throws the given refusal if an absence of the reviewer on a date (YYYY-MM-DD) was added since an
 * instant (ms since 1970). Neither earlier absences nor holidays remove slots that were added in
 * spite of them.
 */
export async function refuseDuringLaterAbsence(
  { db }: Context,
  { reviewerId, date, since }: { reviewerId: string; date: string; since: number },
  refusal: Refusal,
): Promise<void> {
  const rows = await readAbsencesWithin(db, { reviewerId, from: date, to: date })
  if (rows.some(({ created_at }) => created_at >= since)) throw new Refused(refusal)
}

/**
 * Returns a function that tells whether a date within a range (YYYY-MM-DD) is a holiday, or the
 * reviewer is absent.
 */
export async function makeAbsenceCheck(
  { db, settings: { holidays } }: Context,
  reviewerId: string,
  span: { from: string; to: string },
): Promise<(date: string) => boolean> {
  const rows = await readAbsencesWithin(db, { reviewerId, ...span })
  const away = [...holidays, ...rows.map(({ date_from: from, date_to: to }) => ({ from, to }))]
  return (date) => away.some((one) => isAwayOn(one, date))
}
