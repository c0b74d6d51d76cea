import { expect, test } from 'vitest'
import { readSought } from './sought.ts'

test('a search names a week as people write it, and what else it is about', () => {
  expect(readSought('arjun week 03')).toEqual({ text: 'arjun', week: 3 })
  expect(readSought('Week 12')).toEqual({ text: '', week: 12 })
  expect(readSought(' web  development 7 ')).toEqual({ text: 'web development', week: 7 })
  expect(readSought('3 sofía demir')).toEqual({ text: 'sofía demir', week: 3 })
})

test('what is no week stays in the text', () => {
  expect(readSought('anna2')).toEqual({ text: 'anna2', week: undefined })
  expect(readSought('2026')).toEqual({ text: '2026', week: undefined })
  expect(readSought('week')).toEqual({ text: 'week', week: undefined })
  expect(readSought('')).toEqual({ text: '', week: undefined })
})
