/** What stands in a school: a name and a value for each thing, such as a review and its slot. */
export type Facts = Map<string, string>

/** What a call brings about: the facts it sets, and with null those it ends. */
export type Effects = Record<string, string | null>

/** What was acknowledged: also, as null, what must be there no more. */
export type Known = Map<string, string | null>

/** A call that was sent and not answered, or answered with a failure of the server. */
export type Open = {
  what: string
  effects: Effects
  /** Makes it again with the key that it had, and returns the status of the answer. */
  again?: () => Promise<number | undefined>
}

/** Writes down what a call has brought about. */
export function applyEffects(known: Known, effects: Effects): void {
  for (const [name, value] of Object.entries(effects)) known.set(name, value)
}

/**
 * Compares what was acknowledged with what stands there after a crash, and names what is lost and
 * which open call is half done, a line each. An open call may be done or not: those that are
 * done are acknowledged from then on.
 */
export function findLosses(known: Known, open: Open[], actual: Facts): string[] {
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
