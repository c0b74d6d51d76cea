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
  type ReviewState,
} from '../race-log.ts'
import {
  canAnyPrecede,
  canFollow,
  findReleases,
  findSlotClaims,
  getRefusalCauses,
  type SlotClaim,
} from './possible-causes.ts'
import {
  checkRefusal,
  dropUndefined,
  findUndos,
  formatEntry,
  mayHaveBeenUndone,
} from './refusals.ts'

type Booking = Entry<ActionOf<'book'>>

/** Checks the bookings of a race. */
export function checkBookings(race: Race): string[] {
  const bookings = filterEntries(race.log, 'book')
  return [
    ...slotsHeldTwice(race),
    ...keptWithBlocked(race),
    ...reviewsGivenTwo(race, bookings),
    ...slotsPromisedTwice(race),
    ...bookings.filter(isDone).flatMap((booking) => dropUndefined([lost(race, booking)])),
    ...bookings.filter(isDone).flatMap((booking) => dropUndefined([impossible(race, booking)])),
    ...race.after.reviews.flatMap((review) => dropUndefined([untold(race, review)])),
    ...bookings.flatMap((booking) =>
      dropUndefined([checkRefusal(race, booking, reasonsAgainst(race, booking))]),
    ),
  ]
}

function slotsHeldTwice({ after }: Race): string[] {
  const held = Map.groupBy(after.reviews, ({ slot }) => slot)
  return [...held]
    .filter(([slot, reviews]) => slot !== null && reviews.length > 1)
    .map(([slot, reviews]) => `slot ${slot} is held by ${reviews.map(({ id }) => id).join(', ')}`)
}

/** A review is booked once, and again only if its decision is undone or it lost its slot. */
function reviewsGivenTwo(race: Race, bookings: Booking[]): string[] {
  const given = Map.groupBy(bookings.filter(isDone), ({ asked }) => asked.review)
  return [...given]
    .filter(([review, several]) => {
      const losses = several.filter((booking) =>
        [...findLosses(race, booking), ...absencesAfter(race, booking)].some((loss) =>
          several.some((next) => next !== booking && canPrecede(loss, next)),
        ),
      )
      const cancelled = filterEntries(filterEntriesAbout(race.log, review), 'cancel', 'no-show')
      const ends = findUndos(race, review).length + cancelled.filter(mayHaveSucceeded).length
      return several.length > 1 + ends + losses.length
    })
    .map(
      ([review, several]) =>
        `review ${review} was given ${several.map(({ asked }) => asked.slot).join(', ')}`,
    )
}

/** If a slot was booked for two reviews, one must have left it before. */
function slotsPromisedTwice(race: Race): string[] {
  const takings = filterEntries(race.log, 'book', 'move').filter(isDone)
  const bySlot = Map.groupBy(takings, ({ asked }) => asked.slot)
  return [...bySlot.values()].flatMap((several) =>
    several.flatMap((one, place) =>
      several
        .slice(place + 1)
        .filter((other) => one.asked.review !== other.asked.review)
        .filter((other) => !isLeftBefore(race, one, other) && !isLeftBefore(race, other, one))
        .map(
          (other) =>
            `slot ${one.asked.slot} was given to two: ${formatEntry(one)} and ${formatEntry(other)}`,
        ),
    ),
  )
}

function isLeftBefore(race: Race, left: SlotClaim, taken: SlotClaim): boolean {
  return findReleases(race, left.asked.review).some(
    (end) => end !== left && canPrecede(end, taken) && !isBefore(taken, left),
  )
}

function lost(race: Race, booking: Booking): string | undefined {
  const { review, slot } = booking.asked
  const found = race.after.reviews.find(({ id }) => id === review)
  if (!found) return `${formatEntry(booking)} was acknowledged, and the review is gone`
  if (found.slot === slot && found.status !== 'not-scheduled') return undefined
  // If the schedule has changed since, the history shows what happened.
  const { length } = findReleases(race, review).filter(
    (end) => changesPlans(end) && canFollow(booking)(end),
  )
  if (length > 0) return undefined
  // Blocking the reviewer frees the review, which then says so. Blocking the student cancels it.
  const losses = findLosses(race, booking)
  if (found.lostWith === booking.asked.reviewer && losses.length > 0) return undefined
  if (found.slot === null && losses.some(({ asked }) => asked.role === 'student')) return undefined
  const wasLeft = findFollows(race, review).some(
    (follow) => mayHaveSucceeded(follow) && !isBefore(follow, booking),
  )
  const isOpenAgain = findUndos(race, review).length > 0
  if (wasLeft && (isOpenAgain || (found.slot === null && found.isClosed))) return undefined
  return `${formatEntry(booking)} was acknowledged, and the review stands with ${found.slot}`
}

const changesPlans = ({ asked }: Entry) => asked.call !== 'follow' && asked.call !== 'block'

/** Blocks of its reviewer or student that can have ended a booking. */
function findLosses({ log, before }: Race, booking: Booking) {
  const { reviewer, review } = booking.asked
  const student = before.reviews.find(({ id }) => id === review)?.student
  return filterEntries(log, 'block').filter(
    (block) =>
      [reviewer, student].includes(block.asked.person) &&
      mayHaveSucceeded(block) &&
      !isBefore(block, booking),
  )
}

/** Absences and availabilities of its reviewer that can have ended a booking. */
function absencesAfter({ log }: Race, booking: Booking) {
  return filterEntries(log, 'absence', 'week').filter(
    (entry) =>
      getAffectedReviewer(entry) === booking.asked.reviewer &&
      mayHaveSucceeded(entry) &&
      !isBefore(entry, booking),
  )
}

/** No review keeps an upcoming slot of a blocked reviewer. */
function keptWithBlocked({ after }: Race): string[] {
  const blocked = new Set(after.people.filter(({ isBlocked }) => isBlocked).map(({ id }) => id))
  const lost = new Set(
    after.slots
      .filter(({ reviewer, startsAt }) => blocked.has(reviewer) && startsAt > after.readAt)
      .map(({ id }) => id),
  )
  return after.reviews
    .filter(({ slot, status }) => slot !== null && lost.has(slot) && status === 'review-scheduled')
    .map(({ id }) => `review ${id} keeps its slot with a reviewer who is blocked`)
}

function impossible(race: Race, booking: Booking): string | undefined {
  const { review, reviewer, slot } = booking.asked
  const stands = race.before.reviews.find(({ id }) => id === review)
  const isOpenAgain = findUndos(race, review).some((undo) => canPrecede(undo, booking))
  const isFree = canAnyPrecede(findReleases(race, review).filter(changesPlans), booking)
  if (!isOpenAgain && !isFree && stands && (stands.slot !== null || stands.isClosed)) {
    return `${formatEntry(booking)} was acknowledged for a review that was booked or over`
  }
  const follows = findFollows(race, review)
  if (!isOpenAgain && follows.some((follow) => isDone(follow) && isBefore(follow, booking))) {
    return `${formatEntry(booking)} was acknowledged after the review had been followed`
  }
  for (const person of [stands?.student ?? '', reviewer, booking.who]) {
    if (isSurelyBlocked(race, person, booking)) {
      return `${formatEntry(booking)} was acknowledged after the block of ${person}`
    }
  }
  const offered = [...race.before.slots, ...race.after.slots].find(({ id }) => id === slot)
  if (offered?.reviewer === reviewer) return undefined
  return `${formatEntry(booking)} was acknowledged, and the slot is none of that reviewer`
}

function isSurelyBlocked({ log }: Race, person: string, entry: Entry): boolean {
  const about = filterEntries(log, 'block', 'unblock').filter(
    ({ asked }) => asked.person === person,
  )
  const unblocks = about.filter((one) => one.asked.call === 'unblock' && mayHaveSucceeded(one))
  return about.some(
    (block) =>
      block.asked.call === 'block' &&
      isDone(block) &&
      isBefore(block, entry) &&
      !unblocks.some((unblock) => !isBefore(unblock, block) && canPrecede(unblock, entry)),
  )
}

function untold(race: Race, { id, slot }: ReviewState): string | undefined {
  const was = race.before.reviews.find((one) => one.id === id)
  if (slot === null || was?.slot === slot) return undefined
  if (was?.freed === slot && findUndos(race, id).length > 0) return undefined
  const asking = findSlotClaims(race, id).filter(({ asked }) => asked.slot === slot)
  if (asking.some(mayHaveSucceeded)) return undefined
  // The history shows how it got its slot back, or another one when it lost its own.
  const moving = [
    ...filterEntries(filterEntriesAbout(race.log, id), 'take back'),
    ...filterEntries(race.log, 'absence', 'week', 'block'),
  ]
  if (was?.slot && moving.some(mayHaveSucceeded)) return undefined
  return `review ${id} stands with ${slot}, which nobody was told of`
}

/** What can have prevented a booking, for each refusal. */
function reasonsAgainst(race: Race, booking: Booking): Record<number, boolean> {
  const { review } = booking.asked
  const ofSlot = getRefusalCauses(race, booking, booking.asked)
  const own = race.before.reviews.find(({ id }) => id === review)
  const wasOver = own !== undefined && (own.isClosed || own.slot !== null)
  const isOver = canAnyPrecede(
    [...findFollows(race, review), ...findSlotClaims(race, review)],
    booking,
  )
  return {
    ...ofSlot,
    404: ofSlot[404] || mayHaveBeenUndone(race, review, booking),
    409: ofSlot[409] || isOver || wasOver,
  }
}

function findFollows({ log }: Race, review: string) {
  return filterEntries(filterEntriesAbout(log, review), 'follow')
}
