import {
  canPrecede,
  type Entry,
  entriesAbout,
  filterEntries,
  mayBeDone,
  type Race,
} from '../ledger.ts'

/** The block that kept somebody out, or whom the call is about, when there can have been one. */
export function blockBefore({ log, before }: Race, person: string, entry: Entry): boolean {
  const wasBlocked = before.people.some(({ id, isBlocked }) => id === person && isBlocked)
  const blocks = filterEntries(log, 'block').filter(({ asked }) => asked.person === person)
  return wasBlocked || blocks.some((block) => mayBeDone(block) && canPrecede(block, entry))
}

/** The undos of what was decided of a review that were done or may have been. */
export function findUndos({ log }: Race, review: string) {
  return filterEntries(entriesAbout(log, review), 'undo').filter(mayBeDone)
}

/** Whether a review can have been gone by then, as the decision it came from was undone. */
export function isUndoneBefore(race: Race, review: string, entry: Entry): boolean {
  const followed = race.before.reviews.find(({ id }) => id === review)?.follows
  return !!followed && findUndos(race, followed).some((undo) => canPrecede(undo, entry))
}

/**
 * What is wrong with a refusal: the status must be one that this call gives, and something must
 * have stood in its way. `because` says for each status whether anything did.
 */
export function wrongRefusal(
  race: Race,
  entry: Entry,
  because: Record<number, boolean>,
): string | undefined {
  const { status, who } = entry
  if (status === 200) return undefined
  if (status === undefined) return `${show(entry)} had no answer`
  const reasons = { 401: blockBefore(race, who, entry), ...because }
  const reason = Object.entries(reasons).find(([known]) => known === String(status))
  if (!reason) return `${show(entry)} was answered with ${status}`
  return reason[1] ? undefined : `${show(entry)} got ${status} though nothing stood in its way`
}

/** A call in words, for a message. */
export function show({ who, asked }: Entry): string {
  const { call, ...rest } = asked
  return `${call} ${JSON.stringify(rest)} by ${who}`
}

/** Those of the messages that are there. */
export const present = (messages: (string | undefined)[]): string[] =>
  messages.filter((message) => message !== undefined)
