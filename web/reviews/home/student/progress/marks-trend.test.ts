import { expect, test } from 'vitest'
import type { MarkPoint } from '#web/kit/charts/marks-by-week-chart.tsx'
import { getHeadline } from './marks-trend.ts'

const point = (week: number, code: number, theory: number) => ({
  _id: `${week} ${code}`,
  week,
  code,
  theory,
})

const getOwn = (points: MarkPoint[]) => getHeadline(points, true)

test('the headline compares the latest marks', () => {
  expect(getOwn([])).toBe('Your marks')
  expect(getOwn([point(1, 70, 60)])).toBe('Your first marks, in week 01: 70 and 60')
  expect(getOwn([point(1, 70, 60), point(2, 80, 71)])).toBe(
    'Your average rose from 65 to 75.5 in week 02',
  )
  expect(getOwn([point(2, 80, 70), point(2, 60, 60)])).toBe(
    'Your average went from 75 to 60 in week 02',
  )
  expect(getOwn([point(9, 80, 70), point(10, 70, 80)])).toBe('Your average held at 75 in week 10')
  // As others read it.
  expect(getHeadline([point(1, 70, 60), point(2, 80, 71)], false)).toBe(
    'The average rose from 65 to 75.5 in week 02',
  )
})
