import {
  type ActionOf,
  canPrecede,
  type Entry,
  filterEntries,
  filterEntriesAbout,
  getAffectedReviewer,
  isBefore,
  isDone,
  mayHaveSucceeded,
  type Race,
} from '../race-log.ts'
import { findUndos, mayHaveBeenBlocked } from './refusals.ts'

/** A call that gives a review a slot. */
export type SlotClaim = Entry<ActionOf<'book' | 'move'>>

/** Bookings and moves that refer to a review or a slot. */
export const findSlotClaims = ({ log }: Race, id: string): SlotClaim[] =>
  filterEntries(filterEntriesAbout(log, id), 'book', 'move')

/** Calls about a reviewer, or blocks of a student, that can have ended a booking. */
const findLossesWith = ({ log }: Race, person: string) =>
  filterEntries(log, 'absence', 'week', 'block').filter(
    (entry) => getAffectedReviewer(entry) === person,
  )

/** Calls that can have taken a review out of its slot. */
export function findReleases(race: Race, review: string): Entry[] {
  const own = filterEntriesAbout(race.log, review)
  const stood = race.before.reviews.find(({ id }) => id === review)
  const { slot: held, student = '' } = stood ?? {}
  const wanted = new Set(findSlotClaims(race, review).map(({ asked }) => asked.slot))
  const had = race.before.slots.filter(({ id }) => id === held || wanted.has(id))
  return [
    ...filterEntries(own, 'follow', 'cancel', 'move', 'take back', 'no-show'),
    ...new Set(
      [...had.map(({ reviewer }) => reviewer), student].flatMap((one) => findLossesWith(race, one)),
    ),
  ].filter(mayHaveSucceeded)
}

/** Cancellations that can have removed this slot. */
export const findSlotRemovals = (race: Race, slot: string) =>
  filterEntries(race.log, 'cancel').filter(
    ({ asked: { review, removesSlot } }) =>
      removesSlot &&
      (race.before.reviews.some((one) => one.id === review && one.slot === slot) ||
        findSlotClaims(race, review).some(({ asked }) => asked.slot === slot)),
  )

/** Whether one of these other calls can have taken effect before this one. */
export const canAnyPrecede = (race: Entry[], entry: Entry): boolean =>
  race.some((other) => other !== entry && mayHaveSucceeded(other) && canPrecede(other, entry))

/** Whether a call can have taken effect after this one. */
export const canFollow = (entry: Entry) => (other: Entry) => !isBefore(other, entry)

/** A slot requested for a review. */
type Wanted = { review: string; reviewer: string; slot: string }

/** What can have prevented someone from getting a slot, for each refusal. */
export function getRefusalCauses(
  race: Race,
  taking: Entry,
  { review, reviewer, slot }: Wanted,
): Record<400 | 404 | 409, boolean> {
  const { before, log } = race
  const stands = before.slots.find(({ id }) => id === slot)
  const rules = [...before.bookingRules, ...race.after.bookingRules].filter(
    (one) => one.reviewer === reviewer,
  )
  const notice = Math.max(0, ...rules.map((one) => one.notice))
  const isLimited = rules.some(({ buffer, mostADay }) => buffer > 0 || mostADay !== null)
  const ofReviewer = before.slots.filter((one) => one.reviewer === reviewer).map(({ id }) => id)
  const isUsed = (id: string) =>
    before.reviews.some(
      (one) => one.slot === id && one.id !== review && !hasLeft(race, one.id, taking),
    ) ||
    canAnyPrecede(
      findSlotClaims(race, id).filter(({ asked }) => asked.review !== review),
      taking,
    )
  const isTakenBack = before.reviews
    .filter((one) => one.freed === slot)
    .some(({ id }) => canAnyPrecede(findUndos(race, id), taking))
  const losses = findLossesWith(race, reviewer)
  const student = before.reviews.find(({ id }) => id === review)?.student ?? ''
  const isMoved = canAnyPrecede([...filterEntries(log, 'take back', 'absence', 'week')], taking)
  const isTakingBack = taking.asked.call === 'take back'
  const removals = [
    ...filterEntries(filterEntriesAbout(log, slot), 'remove'),
    // A slot can return by undoing the cancellation that removed it.
    ...findSlotRemovals(race, slot).filter(({ asked }) => !isTakingBack || asked.review !== review),
  ]
  const isRemoved = canAnyPrecede(removals, taking)
  return {
    400: mayHaveBegun(stands, taking),
    404: mayHaveBeenBlocked(race, reviewer, taking) || isRemoved || canAnyPrecede(losses, taking),
    409:
      mayHaveBeenBlocked(race, student, taking) ||
      isUsed(slot) ||
      stands?.isSpent === true ||
      isTakenBack ||
      isMoved ||
      (isLimited && ofReviewer.some(isUsed)) ||
      (stands !== undefined && taking.clock.answered > stands.startsAt - notice),
  }
}

/** Whether a review had certainly left its slot by then. */
function hasLeft({ log }: Race, review: string, entry: Entry): boolean {
  const leaving = filterEntries(filterEntriesAbout(log, review), 'follow', 'move', 'cancel')
  return leaving.some((one) => isDone(one) && isBefore(one, entry))
}

/** Whether a slot can have begun before a call was answered. */
export const mayHaveBegun = (slot: { startsAt: number } | undefined, { clock }: Entry): boolean =>
  slot !== undefined && clock.answered >= slot.startsAt
