import { expect, test } from 'vitest'
import { nameSearches } from '#test/name-searches.ts'
import { getRank, sortByRank } from './rank.ts'
import { destinations } from './shortcuts/shortcuts.ts'

test('an exact match ranks first, then a prefix', () => {
  expect(getRank('STUDENTS', 'Students')).toBe(0)
  expect(getRank('stud', 'Students')).toBe(1)
  expect(getRank('dom', 'Add domain')).toBe(2)
  expect(getRank('people', 'Students', 'people learners')).toBe(3)
  expect(getRank('ents', 'Students')).toBeUndefined()
  expect(getRank('', 'Students')).toBe(1)
})

test.each(nameSearches)('%s answers %s well', (typed, name) => {
  expect(getRank(typed, name)).toBeLessThanOrEqual(2)
})

test('the group with the best match comes first, and stays together', () => {
  const choices = [
    { group: 'Screens', label: 'Home' },
    { group: 'Screens', label: 'Tasks', also: 'domains' },
    { group: 'Screens', label: 'My domains' },
    { group: 'Actions', label: 'Domains anew' },
    { group: 'Actions', label: 'Add domains' },
  ]
  expect(sortByRank(choices, 'domains').map(({ label }) => label)).toEqual([
    ...['Domains anew', 'Add domains'],
    ...['My domains', 'Tasks'],
  ])
  expect(sortByRank(choices, '')).toEqual(choices)
})

test.each([
  ...[
    ['token', 'Account'],
    ['api key', 'Account'],
    ['developer', 'Account'],
  ],
  ...[
    ['developer', 'Webhooks'],
    ['integration', 'Webhooks'],
  ],
])('%s finds the screen %s of admins', (typed, label) => {
  const found = destinations.admin.filter(
    ({ label, also }) => getRank(typed, label, also) !== undefined,
  )
  expect(found.map((one) => one.label)).toContain(label)
})
