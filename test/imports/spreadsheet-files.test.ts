import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseCsv } from '#server/accounts/imports/parse-csv.ts'
import { decodeFile } from '#web/kit/form/file/decode-file.ts'

test.each([
  ['excel-utf-8.csv', 'UTF-8'],
  ['excel-german.csv', 'Windows-1252'],
  ['excel-macintosh.csv', 'Windows-1252'],
  ['excel-unicode-text.txt', 'UTF-16LE'],
  ['libreoffice.csv', 'UTF-8'],
  ['google-sheets.csv', 'UTF-8'],
  ['numbers.csv', 'UTF-8'],
])('%s is read as the spreadsheet shows it', async (name, encoding) => {
  const file = decodeFile(readFileSync(new URL(`files/${name}`, import.meta.url)))
  expect(file.encoding).toBe(encoding)
  const { headers, rows } = await parseCsv(file.text)
  expect(headers).toEqual(['Full Name', 'E-mail Address', 'Course', 'Week', 'Notes'])
  expect(rows).toEqual([
    {
      line: 2,
      cells: ['Müller, Jörg', 'joerg@school.test', 'Web', '3', 'first line\nsecond line'],
    },
    { line: 4, cells: ['Ana "Nan" O\'Neil', 'Ana@School.test', 'Data; Analysis', '1', ''] },
    { line: 5, cells: ['Zoë Larsen', 'zoe@school.test', '', '', ''] },
  ])
})
