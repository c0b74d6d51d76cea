import { expect, test } from 'vitest'
import { parseSearchQuery } from './search-query.ts'

test('a search can name a week together with other text', () => {
  expect(parseSearchQuery('arjun week 03')).toEqual({ text: 'arjun', week: 3 })
  expect(parseSearchQuery('Week 12')).toEqual({ text: '', week: 12 })
  expect(parseSearchQuery(' web  development 7 ')).toEqual({ text: 'web development', week: 7 })
  expect(parseSearchQuery('3 sofía demir')).toEqual({ text: 'sofía demir', week: 3 })
})

test('a number that is not a week stays in the text', () => {
  expect(parseSearchQuery('anna2')).toEqual({ text: 'anna2', week: undefined })
  expect(parseSearchQuery('2026')).toEqual({ text: '2026', week: undefined })
  expect(parseSearchQuery('week')).toEqual({ text: 'week', week: undefined })
  expect(parseSearchQuery('')).toEqual({ text: '', week: undefined })
})
