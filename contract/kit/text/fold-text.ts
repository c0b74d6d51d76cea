/** Letters that NFKD does not decompose, with what people type for them. */
const plainLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  // The form of sigma at the end of a word.
  ς: 'σ',
}
const letter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Characters used as an apostrophe, as in O'Neil. */
const apostrophe = /[’‘‛ʼʻ′´`＇]/g

/** Combining accents. The vowel signs of other scripts are kept: they distinguish words. */
const mark = /\p{Script=Inherited}|(?=\p{Mn})[\p{Script=Hebrew}\p{Script=Arabic}]/gu
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Folds a text for comparison in searches: no letter case, accents or compatibility forms, and one
 * kind of apostrophe. 'strasse' matches 'Straße' and 'zoe' matches 'Zoë'.
 */
export function foldText(text: string): string {
  return text
    .replace(apostrophe, "'")
    .normalize('NFKD')
    .replace(unseen, '')
    .replace(mark, '')
    .toLowerCase()
    .replace(letter, (found) => plainLetters[found] ?? found)
}

/** The folded words of a search; an empty array for a blank one. */
export function toFoldedWords(typed: string): string[] {
  return foldText(typed).split(/\s+/u).filter(Boolean)
}

/** Whether a text contains every word of a search, in any order. */
export function hasWords(text: string, typed: string): boolean {
  const folded = foldText(text)
  return toFoldedWords(typed).every((word) => folded.includes(word))
}
