import {
  type ActionOf,
  type Entry,
  filterEntries,
  filterEntriesAbout,
  isDone,
  mayHaveSucceeded,
  type Race,
  type ReviewState,
} from '../../race-log.ts'
import { canAnyPrecede, findReleases } from '../possible-causes.ts'
import { checkRefusal, dropUndefined, formatEntry } from '../refusals.ts'

type Marking = Entry<ActionOf<'mark'>>

/** Checks the marks of a race: a marked review keeps its slot. */
export function checkMarks(race: Race): string[] {
  const markings = filterEntries(race.log, 'mark')
  return [
    ...markings.filter(isDone).flatMap((marking) => dropUndefined([lost(race, marking)])),
    ...race.after.reviews.flatMap((review) => dropUndefined([untold(race, review)])),
    ...markings.flatMap((marking) =>
      dropUndefined([checkRefusal(race, marking, { 404: hadNoSlot(race, marking) })]),
    ),
  ]
}

function lost(race: Race, marking: Marking): string | undefined {
  const found = race.after.reviews.find(({ id }) => id === marking.asked.review)
  if (found?.status === 'conducted' && found.slot !== null) return undefined
  return `${formatEntry(marking)} was acknowledged, and the review stands as ${found?.status}`
}

function untold({ before, log }: Race, { id, status }: ReviewState): string | undefined {
  const was = before.reviews.find((one) => one.id === id)?.status
  if (status !== 'conducted' || was === 'conducted') return undefined
  const asking = filterEntries(filterEntriesAbout(log, id), 'mark')
  return asking.some(mayHaveSucceeded)
    ? undefined
    : `review ${id} is marked, which nobody was told of`
}

/** Whether the review can have been without a slot: not booked yet, or freed by a decision. */
function hadNoSlot(race: Race, marking: Marking): boolean {
  const { review } = marking.asked
  const had = race.before.reviews.some(({ id, slot }) => id === review && slot !== null)
  return !had || canAnyPrecede(findReleases(race, review), marking)
}
