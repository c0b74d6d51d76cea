import { expect, test } from 'vitest'
import { formatAttendance } from './format-attendance.ts'

test('time together at the slot alone is stated without the time before', () => {
  expect(formatAttendance({ togetherSeconds: 60, earlySeconds: 0 }, true)).toBe(
    'Both were in the call for 1 minute.',
  )
})

test('time together only before the slot is stated, not that nobody met', () => {
  expect(formatAttendance({ togetherSeconds: 180, earlySeconds: 180 }, false)).toBe(
    'Both were in the call for 0 minutes of the slot, and for 3 minutes before it.',
  )
})

test('without time together, the two did not meet', () => {
  const apart = { togetherSeconds: 0, earlySeconds: 0 }
  expect(formatAttendance(apart, false)).toBe('They were not in the call together.')
  expect(formatAttendance(apart, true)).toBe('The marks were given without a call.')
})
