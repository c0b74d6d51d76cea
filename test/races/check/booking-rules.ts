import { dayMs } from '#contract/kit/time/durations.ts'
import { noShowAfterMinutes } from '#contract/limits/reviews.ts'
import {
  type Action,
  type BookingRules,
  type Entry,
  filterEntries,
  filterEntriesAbout,
  type HistoryLine,
  mayHaveSucceeded,
  type Race,
  type SlotState,
} from '../race-log.ts'
import { listNewLines } from './review-histories.ts'

/**
 * Checks the booking rules at the end of a race: no double booking, buffer, daily limit, notice.
 */
export function checkBookingRules(race: Race): string[] {
  return [
    ...sharedSlots(race),
    ...race.after.bookingRules.flatMap((rules) => findBrokenRules(race, rules)),
    ...listNewLines(race).flatMap((line) => tooLate(race, line)),
  ]
}

type Stay = { review: string; slot: string; since: number; until: number }

/** According to the histories, no two reviews had a slot at the same time. */
function sharedSlots(race: Race): string[] {
  const bySlot = Map.groupBy(findStays(race), ({ slot }) => slot)
  return [...bySlot].flatMap(([slot, stays]) =>
    stays
      // Of stays that began at the same instant, the one that ended came first.
      .toSorted((one, other) => one.since - other.since || one.until - other.until)
      .flatMap((stay, place, all) => {
        const last = all[place - 1]
        if (!last || last.review === stay.review || last.until <= stay.since) return []
        return [`slot ${slot} was had by ${last.review} and ${stay.review} at the same time`]
      }),
  )
}

function findStays(race: Race): Stay[] {
  const lines = Map.groupBy(listNewLines(race), ({ review }) => review)
  return race.after.reviews.flatMap(({ id: review }) => {
    const first = race.before.reviews.find(({ id }) => id === review)?.slot
    const stays: Stay[] = []
    const begin = (slot: string, since: number) =>
      stays.push({ review, slot, since, until: Infinity })
    if (first) begin(first, -Infinity)
    for (const { at, from, to } of lines.get(review) ?? []) {
      const last = stays.at(-1)
      if (from !== null && last) last.until = at
      if (to !== null) begin(to, at)
    }
    return stays
  })
}

/** Buffer and daily limit. Bookings from before a change of the limits may stay. */
function findBrokenRules({ before, after }: Race, rules: BookingRules): string[] {
  const { reviewer, buffer, mostADay } = rules
  const were = before.bookingRules.find((one) => one.reviewer === reviewer)
  if (were?.buffer !== buffer || were.mostADay !== mostADay) return []
  const held = new Set(after.reviews.map(({ slot }) => slot))
  const used = after.slots
    .filter((slot) => slot.reviewer === reviewer && (slot.isSpent || held.has(slot.id)))
    .toSorted((one, other) => one.startsAt - other.startsAt)
  const isTooClose = (slot: SlotState, place: number) =>
    slot.startsAt < (used[place - 1]?.endsAt ?? -Infinity) + buffer
  const byDay = Map.groupBy(used, ({ startsAt }) => Math.floor(startsAt / dayMs))
  return [
    ...used
      .filter(isTooClose)
      .map(({ id }) => `slot ${id} of ${reviewer} is booked too close to the one before it`),
    ...[...byDay.values()]
      .filter(({ length }) => mostADay !== null && length > mostADay)
      .map(({ length }) => `${reviewer} has ${length} reviews on a day`),
  ]
}

/** A slot that has begun can only change by a no-show. */
function tooLate(race: Race, { what, review, from, to }: HistoryLine): string[] {
  const slots = [...race.before.slots, ...race.after.slots]
  const startOf = (slot: string | null) => slots.find(({ id }) => id === slot)?.startsAt
  const asking = (...calls: Action['call'][]) =>
    [
      ...filterEntriesAbout(race.log, review),
      ...filterEntries(race.log, 'absence', 'week', 'block'),
    ].filter((entry) => calls.includes(entry.asked.call) && mayHaveSucceeded(entry))
  const losing = ['absence', 'week', 'block'] as const
  const left = startOf(from)
  const taken = startOf(to)
  const isBefore = (instant: number) => (entry: Entry) => entry.clock.sent < instant
  const says = `review ${review} was ${what}`
  if (what === 'no-show') {
    const earliest = (left ?? 0) + noShowAfterMinutes * 60_000
    const isInTime = asking('no-show').some(({ clock }) => clock.answered >= earliest)
    return isInTime ? [] : [`${says} before ten minutes were over`]
  }
  const inTime = {
    moved: asking('move', ...losing),
    cancelled: asking('cancel', 'block'),
    lost: asking(...losing),
    undone: asking('take back', 'undo'),
    booked: asking('book'),
  }
  const calls = what in inTime ? inTime[what as keyof typeof inTime] : undefined
  if (!calls) return []
  const notice =
    what === 'undone' ? 0 : getNotice(race, slots.find(({ id }) => id === to)?.reviewer)
  return [
    ...(left !== undefined && !calls.some(isBefore(left))
      ? [`${says} after ${from} had begun`]
      : []),
    ...(taken !== undefined && !calls.some(isBefore(taken - notice))
      ? [`${says} too late for ${to}`]
      : []),
  ]
}

/** A reviewer's shortest notice before and after the race. */
function getNotice({ before, after }: Race, reviewer: string | undefined): number {
  const of = ({ bookingRules }: Race['before']) =>
    bookingRules.find((one) => one.reviewer === reviewer)?.notice ?? 0
  return Math.min(of(before), of(after))
}
