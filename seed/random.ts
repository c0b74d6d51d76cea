/** Returns random numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

/**
 * Creates a generator that repeats the same numbers for the same seed (mulberry32; not for
 * secrets).
 */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a random integer from `least` to `most`, both inclusive. */
export function randomInteger(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

/** Returns true with this probability (0 to 1). */
export function randomBoolean(random: Random, probability: number): boolean {
  return random() < probability
}

/** Returns a random value; throws if there are none. */
export function pickOne<T>(random: Random, values: readonly T[]): T {
  return getCyclic(values, randomInteger(random, 0, values.length - 1))
}

/** Returns the values in random order. */
export function shuffle<T>(random: Random, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value)
}

/** Returns the value at an index, wrapping around; throws if there are none. */
export function getCyclic<T>(values: readonly T[], place: number): T {
  const value = values[place % values.length]
  if (value === undefined) throw new RangeError('There is nothing to choose from')
  return value
}

/** Makes an id as the server would have at an instant (UUIDv7: its first 48 bits are the time). */
export function makeIdAt(random: Random, instant: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const bits = (count: number) => Math.floor(random() * 2 ** count)
  const time = hex(instant, 12)
  const variant = 0x8000 | bits(14)
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hex(bits(12), 3)}`,
    hex(variant, 4),
    hex(bits(32), 8) + hex(bits(16), 4),
  ].join('-')
}
