import {
  type ActionOf,
  type Entry,
  filterEntries,
  filterEntriesAbout,
  isBefore,
  isDone,
  type Race,
  type SlotState,
} from '../race-log.ts'
import {
  canAnyPrecede,
  findReleases,
  findSlotClaims,
  getRefusalCauses,
  mayHaveBegun,
} from './possible-causes.ts'
import { checkRefusal, dropUndefined, formatEntry, mayHaveBeenUndone } from './refusals.ts'

const changes = ['move', 'cancel', 'take back', 'no-show', 'ask', 'withdraw', 'decline'] as const
type Change = Entry<ActionOf<(typeof changes)[number]>>

/** Checks refusals of schedule changes. The history covers the rest. */
export function checkScheduleChangeRefusals(race: Race): string[] {
  const asked: Change[] = filterEntries(race.log, ...changes)
  return [
    ...asked.flatMap((change) =>
      dropUndefined([checkRefusal(race, change, reasonsAgainst(race, change))]),
    ),
    ...asked.filter(isDone).flatMap((change) => dropUndefined([lost(race, change)])),
  ]
}

/** A change that was made is in the history, unless the review's end state has it. */
function lost({ after, before }: Race, change: Change): string | undefined {
  const { review } = change.asked
  if (!before.reviews.some(({ id }) => id === review)) return undefined
  if (after.reviews.some(({ id }) => id === review)) return undefined
  return `${formatEntry(change)} was acknowledged, and the review is gone`
}

function reasonsAgainst(race: Race, change: Change): Record<number, boolean> {
  const { asked } = change
  const { review } = asked
  const own = race.before.reviews.find(({ id }) => id === review)
  const all = filterEntriesAbout(race.log, review)
  const isMarked = own?.status === 'conducted' || canAnyPrecede(filterEntries(all, 'mark'), change)
  const isOver =
    own?.isClosed === true || canAnyPrecede(filterEntries(all, 'follow'), change) || isMarked
  const isStarted = getSlots(race, review).some((slot) => mayHaveBegun(slot, change))
  const isLeft = own?.slot == null || canAnyPrecede(findReleases(race, review), change)
  const isGone = mayHaveBeenUndone(race, review, change)
  switch (asked.call) {
    case 'move': {
      const ofSlot = getRefusalCauses(race, change, asked)
      const isNotAhead = isLeft || isOver || isStarted
      return { ...ofSlot, 404: ofSlot[404] || isGone, 409: ofSlot[409] || isNotAhead }
    }
    case 'cancel':
      return { 404: isGone || isNoLonger(asked, isLeft), 409: isLeft || isOver || isStarted }
    case 'take back':
      return reasonsAgainstTakingBack(race, change, asked)
    case 'no-show':
      return { 404: isGone || isNoLonger(asked, isLeft), 409: isLeft || isOver }
    case 'ask': {
      // A review cannot have its own slot as an alternative.
      const areGone = asked.slots.some(
        (id) => isOutOfReach(race, change, id) || canAnyPrecede(findSlotClaims(race, id), change),
      )
      return { 404: isGone, 409: areGone || isOver || isStarted }
    }
    case 'withdraw':
    case 'decline':
      return { 404: isGone, 409: own?.hasRequest !== true || canAnyPrecede(all, change) || isLeft }
  }
}

/** A review that has left its slot is no longer that reviewer's. */
const isNoLonger = ({ role }: { role: string }, isLeft: boolean) => role === 'reviewer' && isLeft

/** The slots a review had or can have had. */
function getSlots(race: Race, review: string): SlotState[] {
  const had = race.before.reviews.find(({ id }) => id === review)?.slot
  const wanted = findSlotClaims(race, review).map(({ asked }) => asked.slot)
  return race.before.slots.filter(({ id }) => id === had || wanted.includes(id))
}

/** Whether a slot can have been taken, removed or begun by then. */
function isOutOfReach(race: Race, change: Change, slot: string): boolean {
  const reviewer = race.before.slots.find(({ id }) => id === slot)?.reviewer ?? ''
  const reasons = getRefusalCauses(race, change, { review: change.asked.review, reviewer, slot })
  return Object.values(reasons).includes(true)
}

/** An undo needs an own change after which nothing has happened. */
function reasonsAgainstTakingBack(
  race: Race,
  change: Change,
  { review, role }: ActionOf<'take back'>,
): Record<404 | 409, boolean> {
  const isOwn = (entry: Entry) =>
    entry.who === change.who &&
    ['move', 'cancel'].includes(entry.asked.call) &&
    isBefore(entry, change)
  const about = [...filterEntriesAbout(race.log, review), ...findReleases(race, review)]
  const last = about
    .filter((entry) => isOwn(entry) && isDone(entry))
    .toSorted((one, other) => one.sentAt - other.sentAt)
    .at(-1)
  const since = about.filter((entry) => !isOwn(entry) && !(last && isBefore(entry, last)))
  const isInVain = !last || canAnyPrecede(since, change)
  const slots = getSlots(race, review)
  // A removed slot does not return if another was added in its place.
  const added = filterEntries(race.log, 'add slots').filter(({ who }) =>
    slots.some(({ reviewer }) => reviewer === who),
  )
  const areGone =
    slots.some(({ id }) => isOutOfReach(race, change, id)) || canAnyPrecede(added, change)
  return { 404: role === 'reviewer' && isInVain, 409: isInVain || areGone }
}
