import { describe, expect, test } from 'vitest'
import { importRowsMax } from '#contract/people/import-people.ts'
import { parseCsv } from './parse-csv.ts'

const headers = ['Name', 'Email']
const rows = [
  { line: 2, cells: ['Ana', 'ana@school.test'] },
  { line: 3, cells: ['Bo', 'bo@school.test'] },
]

describe('commas, semicolons, tabs, and each kind of line end are read alike', () => {
  for (const delimiter of [',', ';', '\t']) {
    for (const end of ['\n', '\r\n', '\r']) {
      test(JSON.stringify(delimiter + end), async () => {
        const lines = [headers, ...rows.map(({ cells }) => cells)].map((row) => row.join(delimiter))
        expect(await parseCsv(lines.join(end))).toEqual({ headers, headerLine: 1, rows })
        expect(await parseCsv(`\uFEFF${lines.join(end)}${end}`)).toEqual({
          headers,
          headerLine: 1,
          rows,
        })
      })
    }
  }
})

test.each([
  ['a separator in quotes', 'Name;Email\n"Kim; Lars";k@x.test', ['Kim; Lars', 'k@x.test']],
  ['doubled quotes', 'Name,Email\n"Ana ""Nan"" B",k@x.test', ['Ana "Nan" B', 'k@x.test']],
  ['a quote within a name', 'Name,Email\nO"Brien,k@x.test', ['O"Brien', 'k@x.test']],
  ['a line break in quotes', 'Name,Email\n"Ana\nB",k@x.test', ['Ana\nB', 'k@x.test']],
  ['spaces around', 'Name , Email\n  Ana , "k@x.test" ', ['Ana', 'k@x.test']],
  ['fewer cells than headers', 'Name,Email\nAna', ['Ana']],
  ['more cells than headers', 'Name,Email\nAna,k@x.test,,', ['Ana', 'k@x.test', '', '']],
  ['Excel’s line with the separator', 'sep=;\nName;Email\nAna;k@x.test', ['Ana', 'k@x.test']],
])('%s', async (_, text, cells) => {
  const parsed = await parseCsv(text)
  expect(parsed.headers).toEqual(headers)
  expect(parsed.rows.map((row) => row.cells)).toEqual([cells])
})

test('lines are counted as an editor counts them, and blank ones are skipped', async () => {
  const { rows } = await parseCsv('\nName,Email\n\n"A\nB",1\n,\n  \nC,2\n')
  expect(rows).toEqual([
    { line: 4, cells: ['A\nB', '1'] },
    { line: 8, cells: ['C', '2'] },
  ])
})

test.each([
  ['cells', 'Teilnehmerliste Herbst 2026;;;\n\nName;Email\nAna;a@x.test', 3],
  ['another delimiter', 'List, autumn, of 2026\nName;Email\nAna;a@x.test', 2],
  ['nine rows', `${'Title\n'.repeat(9)}"Name",Email\nAna,a@x.test`, 10],
])('headers are found below a title with %s', async (_, text, headerLine) => {
  const isHeader = (cells: string[]) => cells.includes('Name') && cells.includes('Email')
  const rows = [{ line: headerLine + 1, cells: ['Ana', 'a@x.test'] }]
  expect(await parseCsv(text, isHeader)).toEqual({ headers, headerLine, rows })
})

test('the first row has the headers if none of the first ten is known', async () => {
  const text = `Nom,Adresse\n${'Ana,a@x.test\n'.repeat(9)}Name,Email\nBo,b@x.test`
  const file = await parseCsv(text, (cells) => cells.includes('Email'))
  expect([file.headers, file.headerLine]).toEqual([['Nom', 'Adresse'], 1])
})

test('columns without a name, or with that of another, get one by their number', async () => {
  expect((await parseCsv('Name,,Name\n1,2,3')).headers).toEqual(['Name', 'Column 2', 'Name (3)'])
})

test.each([
  ['', 'There are no people in this file'],
  ['Name,Email\n,\n', 'There are no people in this file'],
  ['Name,Email\nAna,1\n\n"Bo,2\nCid,3', 'The quotation mark in line 3 is never closed'],
  ['Name,Email\n"Ana"x,1', 'Line 2 cannot be read as CSV'],
  [`Name\n${'Ana\n'.repeat(importRowsMax + 1)}`, 'A file can have at most 5,000 people'],
])('%j is refused: %s', async (text, message) => {
  await expect(parseCsv(text)).rejects.toThrow(message)
})

test('the most people that are allowed are read while other work goes on', async () => {
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  const line = `Ana,${'a'.repeat(100)}@school.test\n`
  const { rows } = await parseCsv(`Name,Email\n${line.repeat(importRowsMax)}`)
  clearInterval(counting)
  expect(rows).toHaveLength(importRowsMax)
  expect(turns).toBeGreaterThan(5)
})
