import { expect, test } from 'vitest'
import { toCsv } from './save-csv.ts'

test('a file has a byte order mark, its headers and rows, also for names with commas or quotes', () => {
  const rows = [
    ['Web, "new"', 3, 7.5],
    ['Zoë', null, -1],
  ]
  expect(toCsv(['Domain', 'Week', 'Days'], rows)).toBe(
    '\uFEFFDomain,Week,Days\r\n"Web, ""new""",3,7.5\r\n"Zoë",,-1\r\n',
  )
})

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra'])(
  'a spreadsheet shows the text %j and does not run it',
  (text) => {
    expect(toCsv(['Name'], [[text]])).toBe(`\uFEFFName\r\n"'${text}"\r\n`)
  },
)
