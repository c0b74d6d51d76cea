import { lastWeek } from '#contract/limits/limits.ts'
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
import {
  checkRefusal,
  dropUndefined,
  findUndos,
  formatEntry,
  mayHaveBeenUndone,
} from '../refusals.ts'

type Follow = Entry<ActionOf<'follow'>>

/** Checks the decisions of a race. */
export function checkDecisions(race: Race): string[] {
  const follows = filterEntries(race.log, 'follow')
  const done = Map.groupBy(follows.filter(isDone), ({ asked }) => asked.review)
  return [
    ...[...done]
      .filter(([review, several]) => several.length > 1 + findUndos(race, review).length)
      .map(([review, several]) => `review ${review} was followed ${several.length} times`),
    ...follows.filter(isDone).flatMap((follow) => dropUndefined([lost(race, follow)])),
    ...race.after.reviews.flatMap((review) => dropUndefined([untold(race, review)])),
    ...race.after.reviews.flatMap((review) => dropUndefined([half(race, review)])),
    ...race.after.people.flatMap((person) => dropUndefined([misplaced(race, person)])),
    ...follows.flatMap((follow) =>
      dropUndefined([checkRefusal(race, follow, reasonsAgainst(race, follow))]),
    ),
  ]
}

const findFollowers = ({ after }: Race, id: string) =>
  after.reviews.filter(({ follows }) => follows === id)

function lost(race: Race, follow: Follow): string | undefined {
  const { review, way } = follow.asked
  if (findUndos(race, review).some((undo) => !isBefore(undo, follow))) return undefined
  const closed = race.after.reviews.find(({ id }) => id === review)
  const [next] = findFollowers(race, review)
  if (!closed?.isClosed || !next)
    return `${formatEntry(follow)} was acknowledged, and nothing follows`
  const week = way === 'next-week' ? closed.week + 1 : closed.week
  if (next.week === week && next.student === closed.student) return undefined
  return `${formatEntry(follow)} was acknowledged, and a review of week ${next.week} follows`
}

function untold({ before, log }: Race, { id, isClosed }: ReviewState): string | undefined {
  if (!isClosed || before.reviews.find((one) => one.id === id)?.isClosed) return undefined
  const asking = filterEntries(filterEntriesAbout(log, id), 'follow')
  return asking.some(mayHaveSucceeded)
    ? undefined
    : `review ${id} is closed, which nobody was told of`
}

/** A review is closed, followed by another and without its slot, or none of these. */
function half(race: Race, review: ReviewState): string | undefined {
  const { id, isClosed, status, slot } = review
  const count = findFollowers(race, id).length
  if (count !== (isClosed ? 1 : 0)) {
    return `review ${id} is ${isClosed ? 'closed' : 'open'} with ${count} that follow it`
  }
  const held = race.after.slots.find((one) => one.id === slot)
  if (isClosed && status === 'review-scheduled' && held && held.startsAt > race.after.readAt) {
    return `review ${id} is closed and still holds ${slot}`
  }
  return undefined
}

/** A student has one open review, for their current week. */
function misplaced({ after }: Race, person: State['people'][number]): string | undefined {
  if (person.week === null) return undefined
  const open = after.reviews.filter(({ student, isClosed }) => student === person.id && !isClosed)
  if (open.length === 1 && open[0]?.week === person.week) return undefined
  const weeks = open.map(({ week }) => week).join(', ')
  return `student ${person.id} is in week ${person.week} with open reviews of weeks: ${weeks}`
}

type State = Race['after']

function reasonsAgainst(race: Race, follow: Follow): Record<number, boolean> {
  return {
    404: mayHaveBeenUndone(race, follow.asked.review, follow),
    409: wasFollowed(race, follow),
  }
}

function wasFollowed({ before, log }: Race, follow: Follow): boolean {
  const { review, way } = follow.asked
  const stands = before.reviews.find(({ id }) => id === review)
  const isLast = way === 'next-week' && stands?.week === lastWeek
  const all = filterEntries(filterEntriesAbout(log, review), 'follow')
  const others = all.filter((entry) => entry !== follow)
  const isTaken = others.some((other) => mayHaveSucceeded(other) && canPrecede(other, follow))
  return isTaken || isLast || stands?.isClosed === true
}
