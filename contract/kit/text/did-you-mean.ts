import { foldText } from './fold-text.ts'

/** Of shorter names too many are one letter apart. */
const shortest = 3

/**
 * Returns the known name that a misspelled one most likely means: the same apart from spaces,
 * punctuation and accents, one edit away, or longer with the same beginning. Undefined if there is
 * none.
 */
export function findClosestName(said: string, known: readonly string[]): string | undefined {
  const key = toLetters(said)
  if (key.length < shortest) return undefined
  const find = (isMeant: (other: string) => boolean) =>
    known.find((name) => isMeant(toLetters(name)))
  return (
    find((other) => other === key) ??
    find((other) => other.length >= shortest && isOneEditApart(key, other)) ??
    find((other) => other.startsWith(key))
  )
}

const toLetters = (name: string) => foldText(name).replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether two words differ in one letter, which is added, missing, wrong, or swapped with the next.
 */
export function isOneEditApart(a: string, b: string): boolean {
  return differsInOne(a, b) || isSwapped(a, b) || hasOneMore(a, b) || hasOneMore(b, a)
}

function differsInOne(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  return a.slice(at + 1) === b.slice(at + 1)
}

function isSwapped(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

function hasOneMore(longer: string, shorter: string): boolean {
  const at = firstDifference(longer, shorter)
  return longer.length === shorter.length + 1 && longer.slice(at + 1) === shorter.slice(at)
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}
