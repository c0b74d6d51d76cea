import {
  canPrecede,
  type Entry,
  filterEntries,
  filterEntriesAbout,
  mayHaveSucceeded,
  type Race,
} from '../race-log.ts'

/** Whether the caller, or the person the call is about, can have been blocked. */
export function mayHaveBeenBlocked({ log, before }: Race, person: string, entry: Entry): boolean {
  const wasBlocked = before.people.some(({ id, isBlocked }) => id === person && isBlocked)
  const blocks = filterEntries(log, 'block').filter(({ asked }) => asked.person === person)
  return wasBlocked || blocks.some((block) => mayHaveSucceeded(block) && canPrecede(block, entry))
}

/** Undone decisions of a review, certain or possible. */
export function findUndos({ log }: Race, review: string) {
  return filterEntries(filterEntriesAbout(log, review), 'undo').filter(mayHaveSucceeded)
}

/** Whether a review can have been removed by then, because its decision was undone. */
export function mayHaveBeenUndone(race: Race, review: string, entry: Entry): boolean {
  const followed = race.before.reviews.find(({ id }) => id === review)?.follows
  return !!followed && findUndos(race, followed).some((undo) => canPrecede(undo, entry))
}

/**
 * Checks a refusal: the status must be one of the call's, and `because` says for each status
 * whether something can have caused it.
 */
export function checkRefusal(
  race: Race,
  entry: Entry,
  because: Record<number, boolean>,
): string | undefined {
  const { status, who } = entry
  if (status === 200) return undefined
  if (status === undefined) return `${formatEntry(entry)} had no answer`
  const reasons = { 401: mayHaveBeenBlocked(race, who, entry), ...because }
  const reason = Object.entries(reasons).find(([known]) => known === String(status))
  if (!reason) return `${formatEntry(entry)} was answered with ${status}`
  return reason[1]
    ? undefined
    : `${formatEntry(entry)} got ${status} though nothing stood in its way`
}

/** A call in words, for messages. */
export function formatEntry({ who, asked }: Entry): string {
  const { call, ...rest } = asked
  return `${call} ${JSON.stringify(rest)} by ${who}`
}

/** Those of the messages that are there. */
export const dropUndefined = (messages: (string | undefined)[]): string[] =>
  messages.filter((message) => message !== undefined)
