import { minuteMs } from '#contract/kit/time.ts'
import type { Db } from '#server/database/open.ts'
import type { Context } from '#server/kit/context.ts'
import type { WaitingReview } from '../matching/problem.ts'
import { readRescheduleRequests } from '../queries.ts'
import type { Calendar } from './loads.ts'
import { getTargetDate } from './target-date.ts'

/** A slot that a student wishes for. */
type Wished = { id: string; startsAt: number }

/** For when a review is planned, and which wishes can be granted. */
export type TargetDates = Pick<WaitingReview, 'dueDay' | 'aimDay' | 'from' | 'earliestDay'> & {
  wishes: Wished[]
}

type Waiting = { id: string; due_at: number; has_wish: number }
type Wishes = Map<string, Wished[]>

/** The slots that the students of these reviews wish for, the dearest first, by the review's id. */
export async function readRequested(db: Db, reviews: Waiting[]): Promise<Wishes> {
  const wishing = reviews.filter(({ has_wish }) => has_wish === 1).map(({ id }) => id)
  const wishes: Wishes = new Map()
  if (wishing.length === 0) return wishes
  for (const { review_id, slot_id, starts_at } of await readRescheduleRequests(db, wishing)) {
    const slot = { id: slot_id, startsAt: starts_at }
    wishes.set(review_id, [...(wishes.get(review_id) ?? []), slot])
  }
  return wishes
}

/** No zone begins a day but at one of its quarters of an hour. */
const quarterMs = 15 * minuteMs

/** Tells for when reviews are planned: those that are due in one quarter of an hour are alike. */
export function makeTargetDates(
  { settings }: Context,
  { now, dayOf }: Calendar,
  wishes: Wishes,
): (row: Waiting, asSoonAsPossible: boolean) => TargetDates {
  const alike = new Map<string, TargetDates>()
  return ({ id, due_at: dueAt }, asSoonAsPossible) => {
    const wished = wishes.get(id) ?? []
    const key = `${asSoonAsPossible} ${dueAt <= now} ${Math.floor(dueAt / quarterMs)}`
    const known = wished.length === 0 ? alike.get(key) : undefined
    if (known) return known
    const aim = getTargetDate({
      ...{ dueAt, now, rule: settings, asSoonAsPossible },
      wished: wished.map((place) => ({
        ...{ place, startsAt: place.startsAt, day: dayOf(place.startsAt) },
      })),
    })
    if (wished.length === 0) alike.set(key, aim)
    return aim
  }
}
