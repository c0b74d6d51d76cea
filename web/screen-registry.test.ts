import { expect, test } from 'vitest'
import { isScreenPath, screenPatterns } from '#contract/kit/screen-patterns.ts'
import { publicScreens, roleScreens } from './screen-registry.ts'

test('the server knows exactly the paths that have a screen', () => {
  const addresses = [...publicScreens, ...roleScreens].map(({ path }) => path)
  expect(screenPatterns.toSorted()).toEqual([...new Set(addresses)].toSorted())
})

test.each(['/', '/admin', '/admin/', '/review-details/abc', '/admin/person/student/abc'])(
  '%s is an address of the page',
  (path) => expect(isScreenPath(path)).toBe(true),
)

test.each([
  '/nowhere',
  '/review-details',
  '/review-details/a/b',
  '/admin/all-student',
  '/icon.svg',
])('%s is not a path of the page', (path) => expect(isScreenPath(path)).toBe(false))
