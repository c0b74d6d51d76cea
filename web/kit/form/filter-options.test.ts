import { expect, test } from 'vitest'
import { nameSearches } from '#test/name-searches.ts'
import { filterOptions } from './filter-options.ts'

const names = [...new Set(nameSearches.map(([, name]) => name))]
const items = names.map((name) => ({ value: name, label: `${name}, week 03` }))

test.each(nameSearches)(
  '%s leaves %s of the options, and the group that it is in',
  (typed, name) => {
    const left = [{ value: name, label: `${name}, week 03` }]
    const asked = { search: typed, limit: Number.POSITIVE_INFINITY }
    expect(filterOptions({ options: items, ...asked })).toEqual(left)
    const groups = [
      { group: 'Own', items: [{ value: 'ben', label: 'Ben' }] },
      { group: 'Others', items },
    ]
    expect(filterOptions({ options: groups, ...asked })).toEqual([{ group: 'Others', items: left }])
  },
)

test('without a search all options stay, as many as fit', () => {
  const unsearched = { options: items, search: ' ' }
  expect(filterOptions({ ...unsearched, limit: Number.POSITIVE_INFINITY })).toEqual(items)
  expect(filterOptions({ ...unsearched, limit: 2 })).toEqual(items.slice(0, 2))
})
