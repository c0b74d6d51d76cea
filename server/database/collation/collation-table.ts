import { createHash } from 'node:crypto'
import { foldText } from '#contract/kit/text/fold-text.ts'
import type { SortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { findContractions, findDoubledContractions } from './contractions.ts'

/**
 * The weight of a letter among all letters (primary), among those that differ by accents only
 * (secondary), and among those that differ by case only (tertiary), as in the Unicode collation
 * algorithm. The lowest of each is 0.
 */
export type Weight = { primary: number; secondary: number; tertiary: number }

export type CollationTable = {
  /** The weights of each collation element: a character, or several that count as one letter. */
  elements: Map<string, Weight[]>
  /** The length of the longest element. */
  longest: number
  /** A hash that changes whenever the order of any text may change. */
  version: string
}

/**
 * Latin to Arabic, the scripts of India to Myanmar, Georgian, further Latin and Greek, punctuation,
 * and Japanese syllables.
 */
const ranges: [first: number, last: number][] = [
  [0x20, 0x77f],
  [0x900, 0x10ff],
  [0x1e00, 0x206f],
  [0x3041, 0x30ff],
]
/** Han and Hangul are included only for these languages, since they have many characters. */
const manyCharacters: SortingLanguage[] = ['ja', 'ko', 'zh']
const manyRanges: typeof ranges = [
  [0x1100, 0x11ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
]

const tables = new Map<SortingLanguage, CollationTable>()

/**
 * Returns how a language orders the characters of names. `Intl.Collator` compares texts but gives
 * no sort keys, so all characters are sorted once: 20 to 100 ms for most languages, 500 ms for
 * those with many characters.
 */
export function getCollationTable(language: SortingLanguage): CollationTable {
  const alphabet = tables.get(language) ?? makeCollationTable(language)
  tables.set(language, alphabet)
  return alphabet
}

type Compare = (one: string, other: string) => number
type Comparisons = { base: Compare; accent: Compare; variant: Compare }

function makeCollationTable(language: SortingLanguage): CollationTable {
  const comparing = (sensitivity: Intl.CollatorOptions['sensitivity']): Compare =>
    new Intl.Collator(language, { numeric: true, sensitivity }).compare
  const compare = {
    base: comparing('base'),
    accent: comparing('accent'),
    variant: comparing('variant'),
  }
  const contractions = findContractions(compare.base)
  const doubled = findDoubledContractions(compare.base, contractions)
  const expansions = new Map([...doubled].map(([written, one]) => [written, [one, one]]))
  const letters: string[] = [...contractions]
  for (const text of listCharacters(language)) {
    const folded = foldText(text)
    if (compare.base(text, '') === 0) continue
    if (folded.length > 1 && !/\d/.test(folded) && compare.base(text, folded) === 0) {
      expansions.set(text, [...folded])
    } else {
      letters.push(text)
    }
  }
  const elements = new Map<string, Weight[]>()
  const groups = groupEqual(letters, compare.base).map((alike) =>
    groupEqual(alike, compare.accent).map((written) => groupEqual(written, compare.variant)),
  )
  for (const [primary, byAccent] of groups.entries()) {
    for (const [accent, byCase] of byAccent.entries()) {
      for (const [variant, same] of byCase.entries()) {
        const weight = { primary, secondary: 2 * accent, tertiary: 2 * variant }
        for (const text of same) elements.set(text, [weight])
      }
    }
  }
  for (const [text, counted] of expansions) {
    const weights = counted.flatMap((letter) => elements.get(letter) ?? [])
    const [first, ...others] = weights
    const group = first && groups[first.primary]
    if (!group || weights.length < counted.length) continue
    elements.set(text, [{ ...first, ...placeInGroup(text, counted, group, compare) }, ...others])
  }
  const longest = Math.max(...contractions.map(({ length }) => length + 1), 1)
  const version = createHash('sha256')
    .update(JSON.stringify([...elements]))
    .digest('base64url')
  return { elements, longest, version }
}

/**
 * The place of a character that counts as several letters, among the texts that start with the same
 * letter.
 */
function placeInGroup(
  text: string,
  [, ...rest]: string[],
  group: string[][][],
  compare: Comparisons,
): Pick<Weight, 'secondary' | 'tertiary'> {
  const place = (firsts: string[], compared: Compare) => {
    const isSame = firsts.findIndex((first) => compared(first + rest.join(''), text) === 0)
    if (isSame >= 0) return 2 * isSame
    return 2 * firsts.filter((first) => compared(first + rest.join(''), text) < 0).length - 1
  }
  const firstOf = (all: string[][]) => all.flatMap(([one]) => one ?? [])
  const secondary = place(firstOf(group.map(([one = []]) => one)), compare.accent)
  const sameAccent = group[secondary / 2]
  if (sameAccent) return { secondary, tertiary: place(firstOf(sameAccent), compare.variant) }
  return { secondary, tertiary: text === text.toLowerCase() ? 0 : 2 }
}

/** Sorts texts, and groups those that compare as equal. */
function groupEqual(texts: string[], compare: Compare): string[][] {
  const groups: string[][] = []
  for (const text of texts.toSorted(compare)) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && compare(group[0], text) === 0) group.push(text)
    else groups.push([text])
  }
  return groups
}

/** All composed characters that names may have; of the digits only 0. */
function listCharacters(language: SortingLanguage): string[] {
  return [...ranges, ...(manyCharacters.includes(language) ? manyRanges : [])]
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)),
    )
    .filter((one) => one === '0' || !/[\p{Nd}\p{Cn}\p{Cc}]/u.test(one))
    .filter((one) => one.normalize('NFC') === one)
}
