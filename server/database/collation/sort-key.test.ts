import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SortingLanguage, sortingLanguages } from '#contract/kit/text/sorting-languages.ts'
import { makePropertyParameters } from '#test/property.ts'
import { makeSortKey } from './sort-key.ts'

/** What names in a language are written with beside a to z. */
const ownLetters: Record<SortingLanguage, string> = {
  ar: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوية',
  az: 'çəğıİöşü',
  bg: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  ca: 'àçéèíïóòúü',
  cs: 'áčďéěíňóřšťúůýž',
  cy: 'âêîôûŵŷ',
  da: 'æøéü',
  de: 'äöüß',
  el: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
  en: 'æœøßłđðéñçąşṣ',
  es: 'áéíñóúü',
  et: 'šžõäöü',
  fi: 'åäöšž',
  fr: 'àâæçéèêëîïôœùûüÿ',
  ga: 'áéíóú',
  he: 'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
  hi: 'अआइईउऊकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहािीुूेैोौ',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  is: 'áðéíóúýþæö',
  it: 'àèéìîòù',
  ja: 'あいうえおかきくけこがぎぐげござアイウエオカ山田中',
  ko: '김이박최정강조윤장임',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  mk: 'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  mt: 'ċġħż',
  nb: 'æøéòô',
  nl: 'áéëïóöü',
  pl: 'ąćęłńóśźż',
  pt: 'áâãàçéêíóôõúü',
  ro: 'ăâîșț',
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sl: 'čšž',
  sq: 'çë',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџшčćđšž',
  sv: 'åäöéüàæøđðþ',
  tr: 'çğıİöşü',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  vi: 'ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ',
  zh: '王李张刘陈杨黄赵周吴',
}
const letters = [...'abcdefghijklmnopqrstuvwxyz', ...'cdlnsghtzaa', ...'ABCLNDZ']
const others = [' ', ' ', '-', "'", '’', '.', '0', '1', '9', '10']

/** As both databases compare: by the bytes of UTF-8. */
const byBytes = (one: string, other: string) =>
  Math.sign(Buffer.compare(Buffer.from(one), Buffer.from(other)))

test.each(sortingLanguages)('sort keys order like Intl.Collator: %s', (language) => {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const own = ownLetters[language]
  const all = [...letters, ...others, ...own, ...own, ...own.toUpperCase()]
  const name = fc
    .array(fc.constantFrom(...all), { maxLength: 8 })
    .map((some) => some.join('').normalize('NFC'))
  /** Two names, half of them with the same beginning. */
  const names = fc
    .tuple(name, name, fc.boolean())
    .map(([one, other, isNear]) => [one, isNear ? one.slice(0, -2) + other.slice(0, 2) : other])
  fc.assert(
    fc.property(names, ([one = '', other = '']) => {
      const order = byBytes(makeSortKey(one, language), makeSortKey(other, language))
      expect({ one, other, order }).toEqual({ one, other, order: Math.sign(compare(one, other)) })
    }),
    makePropertyParameters(1_500),
  )
})

test.each([
  ['en', 'Adam 2|Adam 10|Ärmel|Zoë|Zoe Adams|Łukasz|Lukas|Ǻsa|Øystein|Oz|ßa|Sr'],
  ['sv', 'Zoë|Åsa|Ärla|Örjan|Adam|Wall|Vall'],
  ['de', 'Zoe|Ärmel|Armin|Straße|Strasse|Strauß'],
  ['cs', 'Chalupa|Horák|Cyril|Čech|Ivan'],
  ['ar', 'طالب ١٠|طالب ٩|طالب ٠٨|أحمد'],
  ['da', 'Aaberg|Zoe|Ærø|Østergaard|Åberg|Adam'],
] as const)('people of a list stand as readers expect: %s', (language, list) => {
  const names = list.split('|')
  const { compare } = new Intl.Collator(language, { numeric: true })
  const keyOf = (name: string) => makeSortKey(name, language)
  expect(names.toSorted((one, other) => byBytes(keyOf(one), keyOf(other)))).toEqual(
    names.toSorted(compare),
  )
})

test('unknown characters sort last, and equal texts are ordered by the last argument', () => {
  const names = ['한결 b', 'Zoë', '😀', '山田']
  const keys = new Map(names.map((name) => [makeSortKey(name, 'en'), name]))
  expect([...keys.keys()].toSorted(byBytes).map((key) => keys.get(key))[0]).toBe('Zoë')
  expect(byBytes(makeSortKey('Zoë', 'en', 'a@x'), makeSortKey('Zoë', 'en', 'b@x'))).toBe(-1)
  expect(byBytes(makeSortKey('Zoë', 'en', 'z@x'), makeSortKey('Zoë A', 'en', 'b@x'))).toBe(-1)
})
