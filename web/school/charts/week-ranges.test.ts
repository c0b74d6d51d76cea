import { expect, test } from 'vitest'
import { getChartHeadline, groupWeeks } from './week-ranges.ts'

const inWeeks = (...students: number[]) =>
  students.map((count, index) => ({ domain: 'Web', week: index + 1, students: count }))

test('the chart’s title says where most students are, with the numbers of its bars', () => {
  expect(getChartHeadline(inWeeks(1, 1, 6, 6, 1, 1))).toBe(
    'Most students are in weeks 03 to 04: 12 of 16',
  )
  expect(getChartHeadline(inWeeks(1, 7, 2))).toBe('Most students are in week 02: 7 of 10')
  for (const rows of [inWeeks(1, 7, 2), inWeeks(2, 7, 2, 19, 4)]) {
    const drawn = groupWeeks(rows).reduce((all, { students }) => all + students, 0)
    expect(getChartHeadline(rows)).toMatch(new RegExp(` of ${drawn}$`))
  }
  expect(getChartHeadline([{ domain: 'Web', week: 4, students: 2 }])).toBe(
    'All students are in week 04',
  )
})

test('if no bar has more than half, the title says that students are spread', () => {
  // The demo school: the first and third bars are equal, and neither has a fifth of all students.
  expect(getChartHeadline(inWeeks(5, 5, 5, 4, 5, 5, 5, 4, 4, 4, 4, 4))).toBe(
    'Students are spread over weeks 01 to 12',
  )
  // A longest bar with less than half, and one with exactly half.
  expect(getChartHeadline(inWeeks(2, 7, 2, 9, 4))).toBe('Students are spread over weeks 01 to 05')
  expect(getChartHeadline(inWeeks(0, 5, 3, 2))).toBe('Students are spread over weeks 02 to 04')
  expect(getChartHeadline(inWeeks(0, 6, 3, 2))).toBe('Most students are in week 02: 6 of 11')
})

test('all domains are counted together', () => {
  const rows = [
    { domain: 'Web', week: 1, students: 2 },
    { domain: 'Data', week: 1, students: 2 },
    { domain: 'Data', week: 9, students: 4 },
  ]
  expect(getChartHeadline(rows)).toBe('Students are spread over weeks 01 to 09')
  expect(groupWeeks(rows)).toEqual([
    { from: 1, to: 3, students: 4 },
    { from: 4, to: 6, students: 0 },
    { from: 7, to: 9, students: 4 },
  ])
})

test('ten students have few bars, ten thousand have at most eight', () => {
  const ones = Array<number>(12).fill(1)
  expect(groupWeeks(inWeeks(...ones)).map(({ students }) => students)).toEqual([4, 4, 4])
  const many = inWeeks(...Array<number>(30).fill(333))
  expect(groupWeeks(many)).toHaveLength(8)
  expect(groupWeeks(many)[0]).toEqual({ from: 1, to: 4, students: 4 * 333 })
  expect(groupWeeks(many).at(-1)).toEqual({ from: 29, to: 30, students: 2 * 333 })
})

test('a few students far from all others get no bar of their own', () => {
  const spans = groupWeeks(inWeeks(1, 0, 0, 0, ...Array<number>(6).fill(300), 2))
  expect(spans[0]).toEqual({ from: 1, to: 5, students: 301 })
  expect(spans.at(-1)).toEqual({ from: 10, to: 11, students: 302 })
  expect(spans).toHaveLength(6)
})
