/** Letters that stand for others in a search, and that do not come apart by themselves. */
const plainLetters: Record<string, string> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' },
  // At the end of a word the same letter is written in another way.
  ς: 'σ',
}
const letter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** What people type for the apostrophe of O'Neil. */
const apostrophe = /[’‘‛ʼʻ′´`＇]/g

/** What is added to a letter; the vowel signs of other scripts are letters of their own. */
const mark = /\p{Script=Inherited}|(?=\p{Mn})[\p{Script=Hebrew}\p{Script=Arabic}]/gu
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/**
 * A text as searches compare it: without letter case, accents and compatibility forms, and with one
 * kind of apostrophe, so that 'strasse' is found in 'Straße' and 'zoe' in 'Zoë'.
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

/** The words of a search, folded; none where it says nothing. */
export function toFoldedWords(typed: string): string[] {
  return foldText(typed).split(/\s+/u).filter(Boolean)
}

/** Whether a text has each word of a search in it, in any order. */
export function hasWords(text: string, typed: string): boolean {
  const folded = foldText(text)
  return toFoldedWords(typed).every((word) => folded.includes(word))
}
