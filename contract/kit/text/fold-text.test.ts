import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameSearches } from '#test/name-searches.ts'
import { foldText, hasWords } from './fold-text.ts'

test.each(nameSearches)('%s finds %s', (typed, name) => {
  expect(hasWords(name, typed)).toBe(true)
  // A person who can type the accents finds the name as well.
  expect(hasWords(foldText(name), name)).toBe(true)
})

test.each([
  ['zoey', 'Zoë Zimmer'],
  ['ricci anna', 'João Ricci'],
  ['करण', 'किरण'],
])('%s does not find %s', (typed, name) => {
  expect(hasWords(name, typed)).toBe(false)
})

test.each([
  ['ĐẶNG Þór Æsa Œuvre Ħal ð', 'dang thor aesa oeuvre hal d'],
  ['ΣΊΣΥΦΟΣ σίσυφος', 'σισυφοσ σισυφοσ'],
  ['Ёлкин Йо', 'елкин ио'],
  ['ﬁ Ａnn ½ 👩‍💻', 'fi ann 1⁄2 👩💻'],
  ['ẞ ß ǆ', 'ss ss dz'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('any part of a name finds it, in any normalization form and letter case', () => {
  const letters = fc.constantFrom(
    ...'aäàåảbßcçćčdđðeëéęfgğhħiıİïjklłmnñŋoöőøœæpqrřsşšttţuüűvwxyýzžþ',
  )
  const name = fc.array(letters, { minLength: 1, maxLength: 12 }).map((all) => all.join(''))
  const form = fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD')
  fc.assert(
    fc.property(name, fc.nat(11), fc.nat(11), form, fc.boolean(), (text, from, to, as, isLoud) => {
      const part = text.slice(Math.min(from, to), Math.max(from, to) + 1).normalize(as)
      expect(hasWords(text, isLoud ? part.toUpperCase() : part)).toBe(true)
    }),
  )
})
