import {
  type ActionOf,
  canPrecede,
  type Entry,
  filterEntries,
  filterEntriesAbout,
  isBefore,
  isDone,
  mayHaveSucceeded,
  type Race,
  type ReviewState,
} from '../../race-log.ts'
import { checkRefusal, dropUndefined, findUndos, formatEntry } from '../refusals.ts'

type Undo = Entry<ActionOf<'undo'>>

/** Checks the undone decisions of a race. */
export function checkUndos(race: Race): string[] {
  const undos = filterEntries(race.log, 'undo')
  const done = Map.groupBy(undos.filter(isDone), ({ asked }) => asked.review)
  return [
    ...[...done]
      .filter(([review, several]) => several.length > countDecisions(race, review))
      .map(([review, several]) => `review ${review} was undone ${several.length} times`),
    ...undos.filter(isDone).flatMap((undo) => dropUndefined([lost(race, undo)])),
    ...race.before.reviews.flatMap((review) => dropUndefined([untold(race, review)])),
    ...undos.flatMap((undo) =>
      dropUndefined([checkRefusal(race, undo, { 409: isStuck(race, undo) })]),
    ),
  ]
}

/** How often a review was or may have been decided. */
function countDecisions({ before, log }: Race, review: string): number {
  const follows = filterEntries(filterEntriesAbout(log, review), 'follow').filter(mayHaveSucceeded)
  const wasClosed = before.reviews.some(({ id, isClosed }) => id === review && isClosed)
  return follows.length + (wasClosed ? 1 : 0)
}

/** After an undo the review is open, with its slot if that is free, or decided again. */
function lost({ before, log, after }: Race, undo: Undo): string | undefined {
  const { review } = undo.asked
  const follows = filterEntries(filterEntriesAbout(log, review), 'follow').filter(mayHaveSucceeded)
  const found = after.reviews.find(({ id }) => id === review)
  const isFollowedAnew = follows.some((follow) => !isBefore(follow, undo))
  if (!isFollowedAnew && (!found || found.isClosed)) {
    return `${formatEntry(undo)} was acknowledged, and the review is closed`
  }
  const freed = before.reviews.find(({ id }) => id === review)?.freed
  const wasBooked = log.some(({ asked }) => asked.call === 'book' && asked.slot === freed)
  if (freed && !wasBooked && !isFollowedAnew && found?.slot !== freed) {
    return `${formatEntry(undo)} was acknowledged, and ${freed} did not come back`
  }
  return undefined
}

/** Only undoing a decision reopens or removes a review. */
function untold(race: Race, { id, isClosed, follows }: ReviewState): string | undefined {
  const found = race.after.reviews.find((one) => one.id === id)
  if (!found && !(follows && findUndos(race, follows).length > 0)) {
    return `review ${id} is gone, which nobody was told of`
  }
  if (isClosed && found && !found.isClosed && findUndos(race, id).length === 0) {
    return `review ${id} is open again, which nobody was told of`
  }
  return undefined
}

/** Whether something can have prevented an undo: there was no decision, or later changes. */
function isStuck(race: Race, undo: Undo): boolean {
  const { review } = undo.asked
  const isInItsWay = (entry: Entry) =>
    entry !== undo && mayHaveSucceeded(entry) && canPrecede(entry, undo)
  const was = race.before.reviews.find(({ id }) => id === review)
  const next = race.before.reviews.find(({ follows }) => follows === review)
  const onNext = next ? filterEntriesAbout(race.log, next.id) : []
  return (
    was?.isClosed !== true ||
    next?.isClosed === true ||
    next?.slot != null ||
    findUndos(race, review).some(isInItsWay) ||
    onNext.some(isInItsWay)
  )
}
