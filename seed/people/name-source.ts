import type { Gender } from '#contract/people/profile.ts'
import { pickOne, type Random } from '../random.ts'
import { familyNames, givenNames } from './word-lists.ts'

/** A person's name, and its form in an email address. */
export type FullName = { name: string; gender: Gender; emailName: string }

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const plainLetters: Record<string, string> = { ø: 'o', ı: 'i', ł: 'l', ß: 'ss', æ: 'ae' }

/** Converts a name to its form in an email address: amelie.okafor. */
export function toEmailName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^ -~]/g, (letter) => plainLetters[letter] ?? '')
    .replace(/ +/g, '.')
}

/**
 * Returns a function that generates unique names, none of them in `reserved`. If a name is taken,
 * the person gets a double surname.
 */
export function makeNameSource(random: Random, reserved: string[]): () => FullName {
  const used = new Set(reserved.map(toEmailName))
  return () => {
    const given = pickOne(random, givenNames)
    let name = `${given.name} ${pickOne(random, familyNames)}`
    while (used.has(toEmailName(name))) {
      name = `${given.name} ${pickOne(random, familyNames)}-${pickOne(random, familyNames)}`
    }
    const emailName = toEmailName(name)
    used.add(emailName)
    return { name, gender: given.gender, emailName }
  }
}
