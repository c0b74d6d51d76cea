import { counted } from '../kit/counted.ts'
import { dayInZone } from '../kit/zone.ts'

/**
 * Of a day (YYYY-MM-DD in the school's zone): how many reviews that wait for a slot are due until its
 * end, and how many free slots begin until then.
 */
export type DayDemand = { day: string; due: number; free: number }

/** The first day until which more reviews are due than there are free slots; undefined if none is. */
export function firstShortDay(days: DayDemand[]): DayDemand | undefined {
  return days.find(({ due, free }) => due > free)
}

/** '2 reviews are due by Wed 4 Mar, and 1 slot is free until then'. */
export function describeShortage({ day, due, free }: DayDemand): string {
  const by = dayInZone(Date.parse(day), 'UTC')
  return `${counted(due, 'review is', 'reviews are')} due by ${by}, and ${counted(free, 'slot is', 'slots are')} free until then`
}
