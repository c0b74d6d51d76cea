import {
  type AskedFor,
  type Entry,
  entriesAbout,
  filterEntries,
  isDone,
  mayBeDone,
  type Race,
  type ReviewState,
} from '../../ledger.ts'
import { canBeBlockedBy, findReleases } from '../possible-causes.ts'
import { present, show, wrongRefusal } from '../refusals.ts'

type Marking = Entry<AskedFor<'mark'>>

/** Checks the marks of a race: a marked review keeps its slot. */
export function wrongMarks(race: Race): string[] {
  const markings = filterEntries(race.log, 'mark')
  return [
    ...markings.filter(isDone).flatMap((marking) => present([lost(race, marking)])),
    ...race.after.reviews.flatMap((review) => present([untold(race, review)])),
    ...markings.flatMap((marking) =>
      present([wrongRefusal(race, marking, { 404: hadNoSlot(race, marking) })]),
    ),
  ]
}

function lost(race: Race, marking: Marking): string | undefined {
  const found = race.after.reviews.find(({ id }) => id === marking.asked.review)
  if (found?.status === 'conducted' && found.slot !== null) return undefined
  return `${show(marking)} was acknowledged, and the review stands as ${found?.status}`
}

function untold({ before, log }: Race, { id, status }: ReviewState): string | undefined {
  const was = before.reviews.find((one) => one.id === id)?.status
  if (status !== 'conducted' || was === 'conducted') return undefined
  const asking = filterEntries(entriesAbout(log, id), 'mark')
  return asking.some(mayBeDone) ? undefined : `review ${id} is marked, which nobody was told of`
}

/** Whether the review can have been without a slot: not booked yet, or freed by a decision. */
function hadNoSlot(race: Race, marking: Marking): boolean {
  const { review } = marking.asked
  const had = race.before.reviews.some(({ id, slot }) => id === review && slot !== null)
  return !had || canBeBlockedBy(findReleases(race, review), marking)
}
