import { expect, test } from 'vitest'
import { toSearchQuery } from './search-query.ts'

test('a search names a week as people write it, and what else it is about', () => {
  expect(toSearchQuery('arjun week 03')).toEqual({ text: 'arjun', week: 3 })
  expect(toSearchQuery('Week 12')).toEqual({ text: '', week: 12 })
  expect(toSearchQuery(' web  development 7 ')).toEqual({ text: 'web development', week: 7 })
  expect(toSearchQuery('3 sofía demir')).toEqual({ text: 'sofía demir', week: 3 })
})

test('what is no week stays in the text', () => {
  expect(toSearchQuery('anna2')).toEqual({ text: 'anna2', week: undefined })
  expect(toSearchQuery('2026')).toEqual({ text: '2026', week: undefined })
  expect(toSearchQuery('week')).toEqual({ text: 'week', week: undefined })
  expect(toSearchQuery('')).toEqual({ text: '', week: undefined })
})
