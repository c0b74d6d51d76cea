import { dayKey, type OnDays } from './hand-out.ts'
import type { Model, Term } from './linear-model.ts'
import { latePoints } from './points.ts'
import { at, type Problem, type WaitingReview } from './problem.ts'

/** What the days cost a review: those of one text are equally late. */
export function latenessOf({ slots }: Problem, review: WaitingReview): string {
  const lastDay = slots.at(-1)?.day ?? 0
  return Array.from({ length: lastDay + 1 }, (_, day) => latePoints(review, day)).join(' ')
}

/** What goes to a reviewer adds up to that of these columns, one for each day. */
type Days = { balance: Term[]; columns: Map<number, number> }

type Slots = { ofReviewer: Map<number, number[]>; bySlot: Term[][] }

/**
 * Between the reviews that go to a reviewer and the slots that nobody wished for: on which days are
 * those that are equally late.
 */
export function gatherDays(problem: Problem, model: Model, { ofReviewer, bySlot }: Slots) {
  const daysOf = new Map(
    [...ofReviewer].map(([reviewer, places]) => {
      const byDay = Map.groupBy(places, (slot) => at(problem.slots, slot).day)
      const terms = (some: number[]) => some.map((slot): Term => [at(at(bySlot, slot), 0)[0], -1])
      return [reviewer, new Map([...byDay].map(([day, some]) => [day, terms(some)]))] as const
    }),
  )
  const late = new Map<string, Map<number, Days>>()

  /** Of those that are equally late, what goes to a reviewer, and the columns of its days. */
  const open = (review: WaitingReview, reviewer: number): Days => {
    const days = [...(daysOf.get(reviewer) ?? [])].map(([day, terms]) => {
      const column = model.column(latePoints(review, day), terms.length)
      terms.push([column, 1])
      return [day, column] as const
    })
    const balance = days.map(([, column]): Term => [column, -1])
    return { balance, columns: new Map(days) }
  }

  return {
    /** Such a review may go to a reviewer, as this column counts. */
    add(review: WaitingReview, reviewer: number, column: number): void {
      const key = latenessOf(problem, review)
      const byReviewer = late.get(key) ?? new Map<number, Days>()
      late.set(key, byReviewer)
      const one = byReviewer.get(reviewer) ?? open(review, reviewer)
      byReviewer.set(reviewer, one)
      one.balance.push([column, 1])
    },

    /** Says that what goes to a reviewer is on one of the days, and has a slot there. */
    close(): void {
      for (const byReviewer of late.values()) {
        for (const { balance } of byReviewer.values()) model.row(0, 0, balance)
      }
      for (const byDay of daysOf.values()) {
        for (const terms of byDay.values()) model.row(0, 0, terms)
      }
    },

    /** How many of those that are equally late each reviewer has on each day. */
    countBy(countOf: (column: number) => number): Map<string, OnDays> {
      const counted = [...late].map(([key, byReviewer]) => {
        const counts = [...byReviewer].flatMap(([reviewer, { columns }]) =>
          [...columns].map(([day, column]) => [dayKey(reviewer, day), countOf(column)] as const),
        )
        return [key, new Map(counts)] as const
      })
      return new Map(counted)
    },
  }
}
