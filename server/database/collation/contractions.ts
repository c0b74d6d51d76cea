/** Letters of which languages form contractions, such as 'ch' in Czech and 'aa' in Danish. */
const letters = [...'abcdefghijklmnopqrstuvwxyzžħ']

/** Sorts after everything else in every language. */
const last = '\uffff'

/**
 * Finds the contractions of a language, in every letter case. A contraction sorts elsewhere than
 * its characters would: after all others, or before the first.
 */
export function findContractions(compare: (one: string, other: string) => number): string[] {
  const isOne = (begin: string, end: string) =>
    compare(begin + end, begin + last) > 0 || compare(begin + end, begin) < 0
  const findAfter = (begin: string) =>
    letters.filter((end) => isOne(begin, end)).map((end) => begin + end)
  const pairs = letters.flatMap(findAfter)
  return [...pairs, ...pairs.flatMap(findAfter)]
    .flatMap(toAllCases)
    .filter((text) => isOne(text.slice(0, -1), text.slice(-1)))
}

/**
 * Finds contractions that are doubled by repeating only their first character: Hungarian writes
 * 'ccs' for 'cscs'.
 */
export function findDoubledContractions(
  compare: (one: string, other: string) => number,
  contractions: string[],
): Map<string, string> {
  const doubled = contractions.flatMap((text) => [
    [text.charAt(0) + text, text] as const,
    [text.charAt(0) + text.toLowerCase(), text] as const,
  ])
  return new Map(doubled.filter(([written, text]) => compare(written, text + text) === 0))
}

function toAllCases(text: string): string[] {
  const [first = '', ...rest] = text
  if (rest.length === 0) return [...new Set([first, first.toUpperCase()])]
  return toAllCases(rest.join('')).flatMap((end) => toAllCases(first).map((one) => one + end))
}
