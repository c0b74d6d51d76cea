import { expect, test } from 'vitest'
import { findTargetBeyond } from './targets.ts'

test('moving a review past the visible week leads to the nearest free time on either side', () => {
  const targets = ['2026-03-04', '2026-03-11', '2026-03-18', '2026-03-25'].map((date) => ({ date }))
  const visible = ['2026-03-16', '2026-03-22']
  expect(findTargetBeyond(targets, visible, -1)).toEqual({ date: '2026-03-11' })
  expect(findTargetBeyond(targets, visible, 1)).toEqual({ date: '2026-03-25' })
  expect(findTargetBeyond(targets, ['2026-03-02', '2026-03-08'], -1)).toBeUndefined()
})
