import { listBestSlots } from '#contract/plan.ts'
import { call } from '#web/kit/call/call.ts'
import type { Target } from '../targets.ts'

/** A free slot, by whose it is, and what speaks for it. */
export type Choice = Target['slots'][number] & { why?: string }

/** The free slots of a time: those that a plan would take come first, the best before the others. */
export async function listChoices(review: string, { startsAt, slots }: Target): Promise<Choice[]> {
  if (slots.length === 1) return slots
  const { data: best } = await call(listBestSlots.advisor, { query: { review, startsAt } })
  const placeOf = new Map(best.map(({ slot }, place) => [slot._id, place]))
  return slots
    .map((slot) => ({ ...slot, why: best[placeOf.get(slot._id) ?? -1]?.why ?? '' }))
    .toSorted((a, b) => (placeOf.get(a._id) ?? best.length) - (placeOf.get(b._id) ?? best.length))
}
