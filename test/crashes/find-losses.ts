/** The state of a school: a name and a value for each item, such as a review with its slot. */
export type Facts = Map<string, string>

/** The effects of a call: facts it sets, and with null those it removes. */
export type Effects = Record<string, string | null>

/** Acknowledged facts. Null means that it must not exist any more. */
export type AcknowledgedFacts = Map<string, string | null>

/** A call without a reply, or with a server error. */
export type OpenCall = {
  what: string
  effects: Effects
  /** Repeats it with the same key and returns the status. */
  again?: () => Promise<number | undefined>
}

/** Applies the effects of a call. */
export function applyEffects(known: AcknowledgedFacts, effects: Effects): void {
  for (const [name, value] of Object.entries(effects)) known.set(name, value)
}

/**
 * Compares the acknowledged facts with the state after a crash. Returns a line for each lost one
 * and each partly applied call. An open call may have been applied or not. If it was, its effects
 * count as acknowledged from then on.
 */
export function findLosses(known: AcknowledgedFacts, open: OpenCall[], actual: Facts): string[] {
  const now = (name: string) => actual.get(name) ?? null
  const before = (name: string) => known.get(name) ?? null
  const describe = (name: string) => `${name} was ${before(name)} and is ${now(name)}`
  const halves: string[] = []
  for (const { what, effects } of open) {
    const names = Object.keys(effects)
    const isAll = names.every((name) => now(name) === effects[name])
    const isNone = names.every((name) => now(name) === before(name))
    if (isAll) applyEffects(known, effects)
    else if (!isNone) halves.push(`${what} is half done: ${names.map(describe).join('; ')}`)
  }
  const lost = [...known.keys()].filter((name) => now(name) !== before(name))
  return [...halves, ...lost.map((name) => `lost: ${describe(name)}`)]
}
