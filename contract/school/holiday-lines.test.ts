import { expect, test } from 'vitest'
import { makeHolidayLinesSchema } from './holiday-lines.ts'

const easter = { from: '2027-03-26', to: '2027-03-29', name: 'Easter' }
const read = (text: string) => makeHolidayLinesSchema([easter]).safeParse(text)
const getProblems = (text: string) => read(text).error?.issues[0]?.message.split('\n')

test('a pasted list has a holiday in each line: first day, last day and name', () => {
  const text = `2026-12-24 2027-01-06 Winter break

    2027-05-01, Labour Day\r
    2027-07-19;2027-08-27;Summer break`
  expect(read(text).data).toEqual([
    { from: '2026-12-24', to: '2027-01-06', name: 'Winter break' },
    { from: '2027-05-01', to: '2027-05-01', name: 'Labour Day' },
    { from: '2027-07-19', to: '2027-08-27', name: 'Summer break' },
  ])
})

test('each wrong line of a pasted list is named with what is wrong', () => {
  const text = `Winter break 2026-12-24
    2027-03-29 2027-04-02 Spring
    2027-05-01 2027-04-01 Labour Day
    2027-02-30 2027-03-01 Carnival
    2027-06-01 2027-06-04 Camp
    2027-06-04 2027-06-05 Fair
    2027-06-10 2027-06-11`
  expect(getProblems(text)).toEqual([
    'Line 1: Please enter the first day, the last day and the name, such as 2026-12-24 2027-01-06 Winter break',
    'Line 2: These days overlap Easter',
    'Line 3: The last day must not be before the first',
    'Line 4: Please choose a date',
    'Line 6: These days overlap Camp',
    'Line 7: Please enter the first day, the last day and the name, such as 2026-12-24 2027-01-06 Winter break',
  ])
  expect(getProblems(' \n ')).toEqual(['Please enter a holiday'])
})
