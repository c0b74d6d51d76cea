import { expect, test } from 'vitest'
import { foundNames } from '#test/found-names.ts'
import { bestFirst, rankOf } from './rank.ts'

test('a name answers best that is what was typed, then one that begins so', () => {
  expect(rankOf('STUDENTS', 'Students')).toBe(0)
  expect(rankOf('stud', 'Students')).toBe(1)
  expect(rankOf('dom', 'Add domain')).toBe(2)
  expect(rankOf('people', 'Students', 'people learners')).toBe(3)
  expect(rankOf('ents', 'Students')).toBeUndefined()
  expect(rankOf('', 'Students')).toBe(1)
})

test.each(foundNames)('%s answers %s well', (typed, name) => {
  expect(rankOf(typed, name)).toBeLessThanOrEqual(2)
})

test('the group with the best comes first, and keeps together', () => {
  const choices = [
    { group: 'Screens', label: 'Home' },
    { group: 'Screens', label: 'Tasks', also: 'domains' },
    { group: 'Screens', label: 'My domains' },
    { group: 'Actions', label: 'Domains anew' },
    { group: 'Actions', label: 'Add domains' },
  ]
  expect(bestFirst(choices, 'domains').map(({ label }) => label)).toEqual([
    ...['Domains anew', 'Add domains'],
    ...['My domains', 'Tasks'],
  ])
  expect(bestFirst(choices, '')).toEqual(choices)
})
