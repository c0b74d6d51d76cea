import type { AvailabilityBlock } from '#contract/availability.ts'
import { minutesADay } from '#contract/limits.ts'
import { toSpan } from '../blocks.ts'

/** Of a day, in minutes from its beginning. */
export type Hours = { start: number; end: number }

/** What is shown where no block asks for more. */
export const defaultHours: Hours = { start: 7 * 60, end: 20 * 60 }
export const wholeDay: Hours = { start: 0, end: minutesADay }

/** Whole hours from the first block to the last, and those that are shown already. */
export function getHours(blocks: readonly AvailabilityBlock[], shown: Hours): Hours {
  const spans = blocks.map(toSpan)
  return {
    start: Math.min(shown.start, ...spans.map(({ start }) => Math.floor(start / 60) * 60)),
    end: Math.max(shown.end, ...spans.map(({ end }) => Math.ceil(end / 60) * 60)),
  }
}
