import { expect, test } from 'vitest'
import { formatAttendance } from './format-minutes.ts'

test('who was together at the slot only is told that alone', () => {
  expect(formatAttendance({ togetherSeconds: 60, earlySeconds: 0 }, true)).toBe(
    'Both were in the call for 1 minute.',
  )
})

test('who was together before the slot only is told so, and not that nobody met', () => {
  expect(formatAttendance({ togetherSeconds: 180, earlySeconds: 180 }, false)).toBe(
    'Both were in the call for 0 minutes of the slot, and for 3 minutes before it.',
  )
})

test('who was never there together did not meet', () => {
  const apart = { togetherSeconds: 0, earlySeconds: 0 }
  expect(formatAttendance(apart, false)).toBe('They were not in the call together.')
  expect(formatAttendance(apart, true)).toBe('The marks were given without a call.')
})
