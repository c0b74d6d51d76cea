import { expect, test } from 'vitest'
import { getHeadline } from './marks-trend.ts'

const point = (week: number, code: number, theory: number) => ({
  _id: `${week} ${code}`,
  week,
  code,
  theory,
})

test('the headline compares the latest marks', () => {
  expect(getHeadline([])).toBe('Your marks')
  expect(getHeadline([point(1, 70, 60)])).toBe('Your first marks, in week 01: 70 and 60')
  expect(getHeadline([point(1, 70, 60), point(2, 80, 71)])).toBe(
    'Your average rose from 65 to 76 in week 02',
  )
  expect(getHeadline([point(2, 80, 70), point(2, 60, 60)])).toBe(
    'Your average went from 75 to 60 in week 02',
  )
  expect(getHeadline([point(9, 80, 70), point(10, 70, 80)])).toBe(
    'Your average held at 75 in week 10',
  )
})
