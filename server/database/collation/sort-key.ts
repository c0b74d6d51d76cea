import type { Language } from '#contract/kit/text/language.ts'
import { getCollationTable, type Weight } from './collation-table.ts'

/** Less than whatever stands in a level, which ends with it. */
const levelEnd = '\u0001'
const zeroWeight = ' '
/** Behind all letters of an alphabet: characters that it does not have, by their own order. */
const unknownCharacter = '\ue000'
/** Behind all accents of letters: those that no letter is written with. */
const markWeight = 0x1000

/**
 * A text whose bytes are in the order in which `Intl.Collator` puts the text in a language, with
 * numbers by their value: first by letters, then by accents, then by case. `last` decides between
 * texts that are the same.
 */
export function makeSortKey(text: string, language: Language, last = ''): string {
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

/** One character a number: the bytes of UTF-8 are in the order of characters. */
function encode(weight: number): string {
  return String.fromCodePoint(weight + zeroWeight.charCodeAt(0))
}

/** Digits in the order of their values: how many there are, and which. */
function encodeNumber(digits: string): string {
  const value = [...digits].map(toDigit).join('').replace(/^0+/, '')
  return encode(value.length) + value
}

/** Each script's digits follow one another from its zero on. */
function toDigit(digit: string): number {
  const at = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(at - before - 1))) before += 1
  return before % 10
}

function trimZeros(level: string): string {
  return level.replace(/ +$/, '')
}
