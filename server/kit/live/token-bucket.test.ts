import { expect, test } from 'vitest'
import { makeTokenBucket } from './token-bucket.ts'

test('a client that sends too fast is refused, then cut, and allowed again after a while', () => {
  let now = 0
  const take = makeTokenBucket(() => now, { burst: 2, perSecond: 1 })
  expect([1, 2, 3, 4, 5].map(() => take(1))).toEqual([
    ...['let through', 'let through', 'refuse', 'refuse', 'cut'],
  ])
  now += 5_000
  expect(take(1)).toBe('let through')
})

test('a clock that is set back neither takes nor adds tokens', () => {
  let now = 6 * 60 * 60_000
  const take = makeTokenBucket(() => now, { burst: 2, perSecond: 1 })
  now = 0
  expect([1, 2, 3].map(() => take(1))).toEqual(['let through', 'let through', 'refuse'])
  now += 2_000
  expect(take(1)).toBe('let through')
})
