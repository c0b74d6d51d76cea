import type { SortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { getCollationTable, type Weight } from './collation-table.ts'

/** Ends a level; sorts before any weight. */
const levelEnd = '\u0001'
const zeroWeight = ' '
/** Sorts after all known letters; characters outside the table follow in code point order. */
const unknownCharacter = '\ue000'
/** Sorts after all accents of letters: combining marks that belong to no letter. */
const markWeight = 0x1000

/**
 * Returns a sort key: keys compare byte by byte as `Intl.Collator` compares the texts in that
 * language, with numbers by value. Letters come first, then accents, then case. `last` decides
 * between equal texts.
 */
export function makeSortKey(text: string, language: SortingLanguage, last = ''): string {
  const { elements, longest } = getCollationTable(language)
  const levels = { primary: '', secondary: '', tertiary: '' }
  const add = (weights: Weight[]) => {
    for (const { primary, secondary, tertiary } of weights) {
      levels.primary += encode(primary)
      levels.secondary += encode(secondary)
      levels.tertiary += encode(tertiary)
    }
  }
  let rest = text.normalize('NFC')
  while (rest !== '') {
    const [number] = rest.match(/^\p{Nd}+/u) ?? []
    const [one = ''] = rest
    let length = number?.length ?? Math.min(longest, rest.length)
    if (number !== undefined) {
      add(elements.get('0') ?? [])
      levels.primary += encodeNumber(number)
    } else {
      while (length > one.length && !elements.has(rest.slice(0, length))) length -= 1
      const found = elements.get(rest.slice(0, length))
      if (found) {
        add(found)
      } else if (/\p{M}/u.test(one)) {
        levels.secondary += encode(markWeight + (one.codePointAt(0) ?? 0))
      } else if (!/[\p{Cc}\p{Cf}]/u.test(one)) {
        levels.primary += unknownCharacter + one
        levels.secondary += zeroWeight
        levels.tertiary += zeroWeight
      }
    }
    rest = rest.slice(Math.max(length, one.length))
  }
  const { primary, secondary, tertiary } = levels
  return [primary, trimZeros(secondary), trimZeros(tertiary), last].join(levelEnd)
}

/** One character for each weight: UTF-8 bytes sort like code points. */
function encode(weight: number): string {
  return String.fromCodePoint(weight + zeroWeight.charCodeAt(0))
}

/** Encodes a number so that it sorts by value: the count of digits, then the digits. */
function encodeNumber(digits: string): string {
  const value = [...digits].map(toDigit).join('').replace(/^0+/, '')
  return encode(value.length) + value
}

/** The digits of each script are consecutive, starting at its zero. */
function toDigit(digit: string): number {
  const at = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(at - before - 1))) before += 1
  return before % 10
}

function trimZeros(level: string): string {
  return level.replace(/ +$/, '')
}
