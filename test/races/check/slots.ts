import {
  type ActionOf,
  canPrecede,
  type Entry,
  filterEntries,
  isDone,
  mayHaveSucceeded,
  type Race,
  type SlotState,
  toSlotTimes,
} from '../race-log.ts'
import { checkGeneratedSlots, checkRemovals, mayHaveBeenRemoved } from './generated-slots.ts'
import { checkRefusal, dropUndefined, formatEntry } from './refusals.ts'

type Adding = Entry<ActionOf<'add slots'>>
type Span = { startsAt: number; endsAt: number }

/** Checks the slots of a race: a range is added completely or not at all, and none overlap. */
export function checkSlots(race: Race): string[] {
  const addings = filterEntries(race.log, 'add slots')
  const { before, after } = race
  const isOld = ({ id }: SlotState) => before.slots.some((slot) => slot.id === id)
  return [
    ...overlaps(after.slots),
    ...before.slots
      .filter(({ id }) => !after.slots.some((slot) => slot.id === id))
      .filter((slot) => !mayHaveBeenRemoved(race, slot))
      .map(({ id }) => `slot ${id} is gone`),
    ...checkRemovals(race),
    ...checkGeneratedSlots(race),
    ...addings.flatMap((adding) => dropUndefined([incomplete(race, adding)])),
    ...after.slots
      .filter(
        (slot) =>
          !isOld(slot) &&
          !slot.isMade &&
          !addings.some((one) => mayHaveSucceeded(one) && cuts(one, slot)),
      )
      .map((slot) => `slot ${slot.id} is there, which nobody was told of`),
    ...addings.flatMap((adding) =>
      dropUndefined([checkRefusal(race, adding, { 409: wasInItsWay(race, adding) })]),
    ),
  ]
}

const overlap = (one: Span, other: Span) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

const isSame = (one: Span, other: Span) =>
  one.startsAt === other.startsAt && one.endsAt === other.endsAt

const cuts = (adding: Adding, slot: SlotState) =>
  adding.who === slot.reviewer && toSlotTimes(adding.asked.range).some((span) => isSame(span, slot))

function overlaps(slots: SlotState[]): string[] {
  const byReviewer = Map.groupBy(slots, ({ reviewer }) => reviewer)
  return [...byReviewer.values()].flatMap((own) => {
    const inOrder = own.toSorted((one, other) => one.startsAt - other.startsAt)
    return inOrder
      .filter((slot, place) => place > 0 && overlap(slot, inOrder[place - 1] ?? slot))
      .map(({ id, reviewer }) => `slot ${id} of ${reviewer} overlaps the one before it`)
  })
}

function incomplete({ after }: Race, adding: Adding): string | undefined {
  const spans = toSlotTimes(adding.asked.range)
  const own = after.slots.filter(({ reviewer }) => reviewer === adding.who)
  const found = spans.filter((span) => own.some((slot) => isSame(slot, span))).length
  const all = spans.length
  if (isDone(adding) && found < all) {
    return `${formatEntry(adding)} was acknowledged, and ${found} of ${all} slots are there`
  }
  if (!isDone(adding) && mayHaveSucceeded(adding) && found > 0 && found < all) {
    return `${formatEntry(adding)} is half there: ${found} of ${all} slots`
  }
  return undefined
}

function wasInItsWay({ before, log }: Race, adding: Adding): boolean {
  const spans = toSlotTimes(adding.asked.range)
  const overlapsOne = (slots: Span[]) =>
    slots.some((slot) => spans.some((span) => overlap(span, slot)))
  const others = filterEntries(log, 'add slots').filter(
    (entry) => entry !== adding && entry.who === adding.who && canPrecede(entry, adding),
  )
  return (
    overlapsOne(before.slots.filter(({ reviewer }) => reviewer === adding.who)) ||
    others.some((other) => mayHaveSucceeded(other) && overlapsOne(toSlotTimes(other.asked.range)))
  )
}
