import { expect, test } from 'vitest'
import { makeTokenBucket } from './token-bucket.ts'

test('who asks too fast is refused, then cut, and let through again as time goes by', () => {
  let now = 0
  const take = makeTokenBucket(() => now, { burst: 2, perSecond: 1 })
  expect([1, 2, 3, 4, 5].map(() => take(1))).toEqual([
    ...['let through', 'let through', 'refuse', 'refuse', 'cut'],
  ])
  now += 5_000
  expect(take(1)).toBe('let through')
})

test('a clock that is set back cuts nobody, and its hours are not given back either', () => {
  let now = 6 * 60 * 60_000
  const take = makeTokenBucket(() => now, { burst: 2, perSecond: 1 })
  now = 0
  expect([1, 2, 3].map(() => take(1))).toEqual(['let through', 'let through', 'refuse'])
  now += 2_000
  expect(take(1)).toBe('let through')
})
