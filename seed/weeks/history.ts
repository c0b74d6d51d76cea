import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import type { Tables } from '#server/database/tables.ts'
import type { SchoolRows } from '../rows.ts'

type HistoryRow = Tables['review_history']

/** Derives each review's history from its row: booked, marked and decided. */
export function makeReviewHistory({ reviews, slots }: Pick<SchoolRows, 'reviews' | 'slots'>) {
  const slotOf = new Map(slots.map((slot) => [slot.id, slot]))
  return reviews.flatMap((review): HistoryRow[] => {
    const slot = slotOf.get(review.slot_id ?? '')
    const line = (
      what: HistoryKind,
      at: number | null | undefined,
      person_id: string | null,
    ): HistoryRow[] =>
      at == null
        ? []
        : [
            {
              ...emptyHistoryRow,
              id: `${review.id}-${what}`,
              review_id: review.id,
              at,
              what,
              person_id,
            },
          ]
    const to = slot && {
      to_slot_id: slot.id,
      to_starts_at: slot.starts_at,
      to_reviewer_id: slot.reviewer_id,
    }
    return [
      ...line('booked', review.booked_at, review.advisor_id).map((row) => ({ ...row, ...to })),
      ...line('marked', review.marked_at, slot?.reviewer_id ?? null),
      ...line('decided', review.closed_at, review.advisor_id),
    ]
  })
}

/** An empty history row. */
export const emptyHistoryRow = {
  who: null,
  reason: null,
  undoes_id: null,
  gone_ends_at: null,
  requested_slots: null,
  from_slot_id: null,
  from_starts_at: null,
  from_reviewer_id: null,
  to_slot_id: null,
  to_starts_at: null,
  to_reviewer_id: null,
}
