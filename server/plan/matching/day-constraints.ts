import { getDueDayCost } from './cost.ts'
import { type CountByPart, getPartKey } from './distribute-slots.ts'
import type { Model, Term } from './linear-model-builder.ts'
import { getItem, type Problem, type WaitingReview } from './problem.ts'
import { type DayPart, isNotTooEarly, splitIntoDayParts } from './slot-fit.ts'

/** A key for the costs of all parts of days; with the same key, reviews are equally late. */
export function getLatenessKey(parts: DayPart[], review: WaitingReview): string {
  return parts
    .map((part) => (isNotTooEarly(review, part) ? getDueDayCost(review, part.day) : 'early'))
    .join(' ')
}

/** A reviewer's reviews equal the sum over these columns, one per part of a day. */
type Days = { balance: Term[]; columns: Map<number, number> }

type Slots = { ofReviewer: Map<number, number[]>; bySlot: Term[][] }

/**
 * Links the columns for reviews per reviewer with those for taken slots, through the parts of the
 * days in which reviews of one lateness take place.
 */
export function linkReviewsToDayParts(
  problem: Problem,
  model: Model,
  { ofReviewer, bySlot }: Slots,
) {
  const { parts, partOf } = splitIntoDayParts(problem)
  const partsOfReviewer = new Map(
    [...ofReviewer].map(([reviewer, places]) => {
      const byPart = Map.groupBy(places, (slot) => getItem(partOf, slot))
      const terms = (some: number[]) =>
        some.map((slot): Term => [getItem(getItem(bySlot, slot), 0)[0], -1])
      return [reviewer, new Map([...byPart].map(([part, some]) => [part, terms(some)]))] as const
    }),
  )
  const late = new Map<string, Map<number, Days>>()

  /** Adds the columns for reviews of one lateness with one reviewer. */
  const open = (review: WaitingReview, reviewer: number): Days => {
    const columns = [...(partsOfReviewer.get(reviewer) ?? [])]
      .filter(([part]) => isNotTooEarly(review, getItem(parts, part)))
      .map(([part, terms]) => {
        const column = model.column(getDueDayCost(review, getItem(parts, part).day), terms.length)
        terms.push([column, 1])
        return [part, column] as const
      })
    const balance = columns.map(([, column]): Term => [column, -1])
    return { balance, columns: new Map(columns) }
  }

  return {
    /** Adds a column that counts reviews of this kind with this reviewer. */
    add(review: WaitingReview, reviewer: number, column: number): void {
      const key = getLatenessKey(parts, review)
      const byReviewer = late.get(key) ?? new Map<number, Days>()
      late.set(key, byReviewer)
      const one = byReviewer.get(reviewer) ?? open(review, reviewer)
      byReviewer.set(reviewer, one)
      one.balance.push([column, 1])
    },

    /** Adds the constraints, after all columns have been added. */
    close(): void {
      for (const byReviewer of late.values()) {
        for (const { balance } of byReviewer.values()) model.row(0, 0, balance)
      }
      for (const byPart of partsOfReviewer.values()) {
        for (const terms of byPart.values()) model.row(0, 0, terms)
      }
    },

    /** The number of reviews per lateness, reviewer and part of a day in a solution. */
    countBy(countOf: (column: number) => number): Map<string, CountByPart> {
      const counted = [...late].map(([key, byReviewer]) => {
        const counts = [...byReviewer].flatMap(([reviewer, { columns }]) =>
          [...columns].map(
            ([part, column]) => [getPartKey(reviewer, part), countOf(column)] as const,
          ),
        )
        return [key, new Map(counts)] as const
      })
      return new Map(counted)
    },
  }
}
