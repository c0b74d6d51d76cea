import { dueDayCost } from './cost.ts'
import { type DayPart, isNotTooEarly, splitIntoDayParts } from './day-parts.ts'
import { type CountByPart, partKey } from './distribute-slots.ts'
import type { Model, Term } from './linear-model.ts'
import { at, type Problem, type WaitingReview } from './problem.ts'

/** What the parts of the days cost a review: those of one text are equally late. */
export function getLateness(parts: DayPart[], review: WaitingReview): string {
  return parts
    .map((part) => (isNotTooEarly(review, part) ? dueDayCost(review, part.day) : 'early'))
    .join(' ')
}

/** What goes to a reviewer adds up to that of these columns, one for each part of a day. */
type Days = { balance: Term[]; columns: Map<number, number> }

type Slots = { ofReviewer: Map<number, number[]>; bySlot: Term[][] }

/**
 * Between the reviews that go to a reviewer and the slots that nobody asked for: in which parts of
 * the days are those that are equally late.
 */
export function makeDayConstraints(problem: Problem, model: Model, { ofReviewer, bySlot }: Slots) {
  const { parts, partOf } = splitIntoDayParts(problem)
  const partsOfReviewer = new Map(
    [...ofReviewer].map(([reviewer, places]) => {
      const byPart = Map.groupBy(places, (slot) => at(partOf, slot))
      const terms = (some: number[]) => some.map((slot): Term => [at(at(bySlot, slot), 0)[0], -1])
      return [reviewer, new Map([...byPart].map(([part, some]) => [part, terms(some)]))] as const
    }),
  )
  const late = new Map<string, Map<number, Days>>()

  /** Of those that are equally late, what goes to a reviewer, and the columns of its days. */
  const open = (review: WaitingReview, reviewer: number): Days => {
    const columns = [...(partsOfReviewer.get(reviewer) ?? [])]
      .filter(([part]) => isNotTooEarly(review, at(parts, part)))
      .map(([part, terms]) => {
        const column = model.column(dueDayCost(review, at(parts, part).day), terms.length)
        terms.push([column, 1])
        return [part, column] as const
      })
    const balance = columns.map(([, column]): Term => [column, -1])
    return { balance, columns: new Map(columns) }
  }

  return {
    /** Such a review may go to a reviewer, as this column counts. */
    add(review: WaitingReview, reviewer: number, column: number): void {
      const key = getLateness(parts, review)
      const byReviewer = late.get(key) ?? new Map<number, Days>()
      late.set(key, byReviewer)
      const one = byReviewer.get(reviewer) ?? open(review, reviewer)
      byReviewer.set(reviewer, one)
      one.balance.push([column, 1])
    },

    /** Says that what goes to a reviewer is in one of the parts, and has a slot there. */
    close(): void {
      for (const byReviewer of late.values()) {
        for (const { balance } of byReviewer.values()) model.row(0, 0, balance)
      }
      for (const byPart of partsOfReviewer.values()) {
        for (const terms of byPart.values()) model.row(0, 0, terms)
      }
    },

    /** How many of those that are equally late each reviewer has in each part. */
    countBy(countOf: (column: number) => number): Map<string, CountByPart> {
      const counted = [...late].map(([key, byReviewer]) => {
        const counts = [...byReviewer].flatMap(([reviewer, { columns }]) =>
          [...columns].map(([part, column]) => [partKey(reviewer, part), countOf(column)] as const),
        )
        return [key, new Map(counts)] as const
      })
      return new Map(counted)
    },
  }
}
