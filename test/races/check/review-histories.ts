import {
  type Entry,
  filterEntries,
  type HistoryLine,
  isDone,
  mayHaveSucceeded,
  type Race,
  type ReviewState,
} from '../race-log.ts'
import { formatEntry } from './refusals.ts'

/** Events that end an open reschedule request. */
const endsRequest = new Set(['booked', 'moved', 'cancelled', 'no-show', 'marked', 'decided'])

/**
 * Checks the histories of a race: each line begins where the last one ended, the last one matches
 * the review's state, the audit log agrees, and acknowledged changes appear exactly once.
 */
export function checkHistories(race: Race): string[] {
  const lines = Map.groupBy(listNewLines(race), ({ review }) => review)
  const audited = Map.groupBy(
    added(race.before.auditLog, race.after.auditLog),
    ({ review }) => review,
  )
  return [
    ...race.after.reviews.flatMap((review) => broken(race, review, lines.get(review.id) ?? [])),
    ...race.after.reviews.flatMap(({ id }) =>
      untracked(id, lines.get(id) ?? [], audited.get(id) ?? []),
    ),
    ...miscounted(race),
  ]
}

/** The lines added to the histories, in order. */
export const listNewLines = ({ before, after }: Race): HistoryLine[] =>
  added(before.history, after.history)

function added<Row extends { id: string }>(before: Row[], after: Row[]): Row[] {
  const old = new Set(before.map(({ id }) => id))
  return after.filter(({ id }) => !old.has(id))
}

function broken({ before }: Race, review: ReviewState, lines: HistoryLine[]): string[] {
  const was = before.reviews.find(({ id }) => id === review.id)
  let slot = was?.slot ?? null
  let hasRequest = was?.hasRequest ?? false
  const ended = new Set<string>()
  const wrong: string[] = []
  for (const { id, what, from, to, undoes } of lines) {
    const leaves = from !== null || to !== null
    if (leaves && from !== slot) {
      wrong.push(`the history of ${review.id} says ${what} from ${from}, and it had ${slot}`)
    }
    if (leaves) slot = to
    if (what === 'asked') hasRequest = true
    if (what === 'withdrawn' && !hasRequest) {
      wrong.push(`the history of ${review.id} says withdrawn, and nothing was asked for`)
    }
    if (what === 'withdrawn') hasRequest = false
    if (endsRequest.has(what) && hasRequest) {
      ended.add(id)
      hasRequest = false
    }
    if (undoes && ended.has(undoes)) hasRequest = true
  }
  if (slot !== review.slot) {
    wrong.push(`the history of ${review.id} ends with ${slot}, and it stands with ${review.slot}`)
  }
  if (hasRequest !== review.hasRequest) {
    wrong.push(
      `the history of ${review.id} ends with${hasRequest ? '' : 'out'} a reschedule request, and it is not so`,
    )
  }
  return wrong
}

/** Each change of a review's slot has one audit log entry. */
function untracked(
  id: string,
  lines: HistoryLine[],
  auditLog: Race['after']['auditLog'],
): string[] {
  const shown = (all: { from: string | null; to: string | null }[]) =>
    all.map(({ from, to }) => `${from} to ${to}`).toSorted()
  const [recorded, audited] = [shown(lines.filter(({ from, to }) => from !== to)), shown(auditLog)]
  if (recorded.join() === audited.join()) return []
  return [
    `the audit log of ${id} says ${audited.join(', ')}, and its history ${recorded.join(', ')}`,
  ]
}

/** The history line that a call adds; undefined if it may add none. */
function getKey({ who, asked }: Entry): string | undefined {
  switch (asked.call) {
    case 'book':
      return `${asked.review} booked by ${who} to ${asked.slot}`
    case 'move':
      return `${asked.review} moved by ${who} to ${asked.slot}`
    case 'cancel':
      return `${asked.review} cancelled by ${who}`
    case 'no-show':
      return `${asked.review} no-show by ${who}`
    case 'ask':
      return `${asked.review} asked by ${who}`
    case 'withdraw':
    case 'decline':
      return `${asked.review} withdrawn by ${who}`
    case 'follow':
      return `${asked.review} decided by ${who}`
    case 'undo':
    case 'take back':
      return `${asked.review} undone by ${who}`
    case 'mark':
      return `${asked.review} marked by ${who}`
    default:
      return undefined
  }
}

const keyOfLine = ({ review, what, who, to }: HistoryLine) =>
  `${review} ${what} by ${who}${what === 'booked' || what === 'moved' ? ` to ${to}` : ''}`

function miscounted(race: Race): string[] {
  const there = new Set(race.after.reviews.map(({ id }) => id))
  const concerned = race.log.filter(({ asked }) => 'review' in asked && there.has(asked.review))
  const asked = Map.groupBy(concerned, getKey)
  const lines = Map.groupBy(listNewLines(race), keyOfLine)
  const takers = new Set(
    filterEntries(race.log, 'absence', 'week', 'block')
      .filter(mayHaveSucceeded)
      .map(({ who }) => who),
  )
  const blockers = new Set(
    filterEntries(race.log, 'block')
      .filter((block) => block.asked.role === 'student' && mayHaveSucceeded(block))
      .map(({ who }) => who),
  )
  const isByItself = ({ what, who }: HistoryLine) =>
    who !== null &&
    (((what === 'lost' || what === 'moved') && takers.has(who)) ||
      (what === 'cancelled' && blockers.has(who)))
  return [
    ...[...lines]
      .filter(([key, several]) => {
        const done = (asked.get(key) ?? []).filter(mayHaveSucceeded).length
        return several.length > done && !several.every(isByItself)
      })
      .map(([key]) => `the history says ${key}, which nobody was told of`),
    ...[...asked].flatMap(([key, several]) => {
      if (key === undefined) return []
      const done = several.filter(isDone)
      // Marks that stay as they are add no line.
      const wanted = done[0]?.asked.call === 'mark' ? 0 : done.length
      const found = lines.get(key)?.length ?? 0
      return found < wanted && done[0]
        ? [
            `${formatEntry(done[0])} was acknowledged ${wanted} times, and its history says so ${found} times`,
          ]
        : []
    }),
  ]
}
