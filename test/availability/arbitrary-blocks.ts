import fc from 'fast-check'
import {
  Availability,
  type AvailabilityBlock,
  emptyAvailability,
} from '#contract/availability/availability.ts'
import { addDays } from '#contract/kit/time/zone.ts'

/** Time zones with dates of clock changes. Apia once skipped a whole day. */
export const clockChanges = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Pacific/Apia', '2011-12-30'],
  ['Pacific/Apia', '2021-04-04'],
] as const

const quarter = fc.integer({ min: 0, max: 95 })
const clockAt = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`

/** A block around a date, mostly at night, when clocks change. */
const arbitraryBlock = fc
  .record({
    weekday: fc.integer({ min: 1, max: 7 }),
    span: fc.oneof(
      fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })),
      fc.tuple(quarter, quarter),
    ),
    reviewTime: fc.constantFrom(5, 15, 20, 30, 45, 60),
    everyWeeks: fc.constantFrom(1, 1, 1, 2, 3),
    since: fc.integer({ min: -20, max: 10 }),
    until: fc.option(fc.integer({ min: 10, max: 40 })),
  })
  .map(
    ({ span: [one, other], since, until, ...rest }) =>
      (first: string): AvailabilityBlock => ({
        ...rest,
        from: clockAt(Math.min(one, other)),
        to: clockAt(Math.max(one, other)),
        since: addDays(first, since),
        until: until === null ? null : addDays(first, until),
      }),
  )

/** The blocks of a valid availability around a date. */
export const arbitraryBlocks = fc
  .array(arbitraryBlock, { minLength: 1, maxLength: 8 })
  .map((blocks) => (first: string) => {
    const kept: AvailabilityBlock[] = []
    for (const make of blocks) {
      kept.push(make(first))
      if (!Availability.safeParse({ ...emptyAvailability, blocks: kept }).success) kept.pop()
    }
    return kept
  })
