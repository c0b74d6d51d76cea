import { dayMs } from '#contract/kit/time/durations.ts'
import { generatedDays } from '#contract/limits/availability.ts'
import {
  type ActionOf,
  type Entry,
  filterEntries,
  filterEntriesAbout,
  getAffectedReviewer,
  type HistoryLine,
  isBefore,
  isDone,
  mayHaveSucceeded,
  type Race,
  type SlotState,
  toSlotTimes,
} from '../race-log.ts'
import { canAnyPrecede, findSlotClaims, findSlotRemovals, mayHaveBegun } from './possible-causes.ts'
import { checkRefusal, dropUndefined, formatEntry } from './refusals.ts'
import { listNewLines } from './review-histories.ts'

type Removal = Entry<ActionOf<'remove'>>
type Week = Entry<ActionOf<'week'>>

const toDate = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** Whether an authorised person can have removed a slot. */
export function mayHaveBeenRemoved(
  race: Race,
  { id, reviewer, startsAt, isMade }: SlotState,
): boolean {
  const cancels = findSlotRemovals(race, id).filter(({ who }) => who === reviewer)
  if (cancels.some(mayHaveSucceeded)) return true
  return filterEntries(race.log, 'remove', 'absence', 'week')
    .filter((entry) => mayHaveSucceeded(entry) && getAffectedReviewer(entry) === reviewer)
    .some(({ asked }) => {
      if (asked.call === 'remove') return asked.slots.includes(id)
      return asked.call === 'week' ? isMade : asked.date === toDate(startsAt)
    })
}

/** Checks the slots removed in a race, by hand or by an absence. */
export function checkRemovals(race: Race): string[] {
  const removals = filterEntries(race.log, 'remove')
  const absences = filterEntries(race.log, 'absence')
  return [
    ...removals.flatMap((removal) => dropUndefined([notRemoved(race, removal)])),
    ...filterEntries(race.log, 'cancel').flatMap((cancel) => dropUndefined([keptBy(race, cancel)])),
    ...absences.filter(isDone).flatMap((absence) => dropUndefined([keptOn(race, absence)])),
    ...removals.flatMap((removal) =>
      dropUndefined([checkRefusal(race, removal, reasonsAgainst(race, removal))]),
    ),
    ...absences.flatMap((absence) => {
      const takings = filterEntries(race.log, 'book', 'move', 'take back')
      const noted = absences.filter(
        (other) => getAffectedReviewer(other) === getAffectedReviewer(absence),
      )
      const ways = [...takings, ...noted.filter((other) => other !== absence)]
      return dropUndefined([checkRefusal(race, absence, { 409: canAnyPrecede(ways, absence) })])
    }),
  ]
}

function notRemoved({ after }: Race, removal: Removal): string | undefined {
  const left = removal.asked.slots.filter((id) => after.slots.some((slot) => slot.id === id))
  const isAll = left.length === removal.asked.slots.length
  if (isDone(removal) && left.length > 0) {
    return `${formatEntry(removal)} was acknowledged, and ${left.join(', ')} is there`
  }
  if (!isDone(removal) && mayHaveSucceeded(removal) && left.length > 0 && !isAll) {
    return `${formatEntry(removal)} is half there`
  }
  return undefined
}

/** A slot removed with its booking stays removed, unless that is undone. */
function keptBy(race: Race, cancel: Entry<ActionOf<'cancel'>>): string | undefined {
  const { who, asked } = cancel
  const own = filterEntriesAbout(race.log, asked.review)
  const isOther = (entry: Entry) =>
    entry.asked.call === 'take back' ||
    (entry.asked.call === 'cancel' && entry.who === who && !entry.asked.removesSlot)
  if (
    !asked.removesSlot ||
    !isDone(cancel) ||
    own.some((one) => isOther(one) && mayHaveSucceeded(one))
  ) {
    return undefined
  }
  const isTheirs = (line: HistoryLine) => line.review === asked.review && line.what === 'cancelled'
  const left = listNewLines(race).find((line) => isTheirs(line) && line.who === who)?.from
  const isThere = race.after.slots.some(({ id }) => id === left)
  return isThere ? `${formatEntry(cancel)} was acknowledged, and ${left} is there` : undefined
}

function keptOn({ after }: Race, absence: Entry<ActionOf<'absence'>>): string | undefined {
  const kept = after.slots.find(
    ({ reviewer, startsAt }) =>
      reviewer === getAffectedReviewer(absence) &&
      toDate(startsAt) === absence.asked.date &&
      startsAt > after.readAt,
  )
  return kept && `${formatEntry(absence)} was acknowledged, and slot ${kept.id} is there`
}

function reasonsAgainst(race: Race, removal: Removal): Record<number, boolean> {
  const { before, log } = race
  const wanted = before.slots.filter(({ id }) => removal.asked.slots.includes(id))
  const takings = wanted.flatMap(({ id }) => findSlotClaims(race, id))
  const removals = wanted.flatMap(({ id }) => [
    ...filterEntries(filterEntriesAbout(log, id), 'remove'),
    ...findSlotRemovals(race, id),
  ])
  const others = filterEntries(log, 'absence', 'week').filter(
    (other) => getAffectedReviewer(other) === removal.who,
  )
  const wasUsed = wanted.some(
    ({ id, isSpent }) => isSpent || before.reviews.some(({ slot }) => slot === id),
  )
  return {
    404: canAnyPrecede([...removals, ...others], removal),
    409:
      wasUsed ||
      canAnyPrecede([...takings, ...filterEntries(log, 'take back')], removal) ||
      wanted.some((slot) => mayHaveBegun(slot, removal)),
  }
}

/** Checks the generated slots: they match the availability that was saved last. */
export function checkGeneratedSlots(race: Race): string[] {
  const weeks = filterEntries(race.log, 'week')
  const byReviewer = Map.groupBy(weeks.filter(mayHaveSucceeded), ({ who }) => who)
  return [
    ...[...byReviewer].flatMap(([reviewer, own]) =>
      dropUndefined([findViolation(race, reviewer, own)]),
    ),
    ...weeks.flatMap((week) => dropUndefined([checkRefusal(race, week, {})])),
  ]
}

function findViolation(race: Race, reviewer: string, weeks: Week[]): string | undefined {
  if (!weeks.some(isDone)) return undefined
  const { before, after } = race
  const held = new Set(after.reviews.map(({ slot }) => slot))
  // Slots are generated in their place only if no availability included it at the removal.
  const removed = findRemovedByHand(race, mayHaveSucceeded)
  const mayLack = before.slots.filter(({ id, isMade }) => !isMade && removed.has(id))
  const isCertain = (span: Span) => !mayLack.some((slot) => overlap(slot, span))
  const own = after.slots.filter((slot) => slot.reviewer === reviewer)
  const isFree = ({ id, isMade, isSpent }: SlotState) => isMade && !isSpent && !held.has(id)
  const others = own.filter((slot) => !isFree(slot))
  const found = own.filter((slot) => isFree(slot) && slot.startsAt > after.readAt)
  const getKeys = (spans: Span[]) => spans.filter(isCertain).map(getKey).toSorted().join()
  const last = weeks.filter(
    (week) => !weeks.some((other) => isDone(other) && isBefore(week, other)),
  )
  const isOne = last.some((week) => {
    const spans = getWanted(race, week)
    const missing = spans.filter((span) => !others.some((slot) => overlap(slot, span)))
    return getKeys(missing) === getKeys(found)
  })
  if (isOne) return undefined
  return `${found.length} free slots of ${reviewer} are made, which are not those of the week`
}

type Span = { startsAt: number; endsAt: number }
const getKey = ({ startsAt, endsAt }: Span) => `${startsAt} ${endsAt}`
const overlap = (one: Span, other: Span) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

/** The slots of those removals that pass the test. */
function findRemovedByHand({ log }: Race, test: (removal: Removal) => boolean): Set<string> {
  const removals = filterEntries(log, 'remove').filter(test)
  return new Set(removals.flatMap(({ asked }) => asked.slots))
}

/** The times of an availability on all generated days, without absences and removed slots. */
function getWanted(race: Race, { who, asked }: Week): Span[] {
  const { before, log } = race
  const { readAt } = race.after
  const removed = findRemovedByHand(race, isDone)
  const starts = before.slots
    .filter(({ id, isMade }) => isMade && removed.has(id))
    .map(({ startsAt }) => startsAt)
  const away = filterEntries(log, 'absence')
    .filter((absence) => isDone(absence) && getAffectedReviewer(absence) === who)
    .map((absence) => absence.asked.date)
  return Array.from({ length: generatedDays }, (_, day) => toDate(readAt + day * dayMs))
    .filter((date) => !away.includes(date))
    .flatMap((date) => toSlotTimes({ date, ...asked.times }))
    .filter(({ startsAt }) => startsAt > readAt && !starts.includes(startsAt))
}
