import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const table = readFileSync(join(import.meta.dirname, 'conformance.md'), 'utf8')

/** Rows look like: | 2.1.3 | what it says | `path/to.test.ts`: name of the test | */
const rows = table
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [item = '', says = '', shown = ''] = line
      .split(' | ')
      .map((cell) => cell.replace(/^\| | \|$/g, ''))
    return { item, says, tests: shown.split('<br>') }
  })

describe('the table of conformance', () => {
  test('has a row for every part of the specification, each once', () => {
    const items = rows.map((row) => row.item)
    expect(new Set(items).size).toBe(items.length)
    for (const section of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      expect(items.filter((item) => item.startsWith(`${section}.`)).length).toBeGreaterThan(0)
    }
  })

  test('names the row and the reason of everything that is more or otherwise', () => {
    const items = rows.map((row) => row.item)
    const notes = table.split('\n').filter((line) => line.startsWith('| at '))
    expect(notes.length).toBeGreaterThan(0)
    for (const note of notes) {
      const [at = '', what = '', why = ''] = note.replace(/^\| at | \|$/g, '').split(' | ')
      expect(items, note).toContain(at)
      expect(what && why, note).not.toBe('')
    }
  })

  test.each(rows)('$item is shown by a test that exists', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    for (const one of tests) {
      const [, file = '', name = ''] = one.match(/^`([^`]+)`: (.+)$/) ?? []
      expect(name, one).not.toBe('')
      expect(existsSync(join(root, file)), file).toBe(true)
      expect(readFileSync(join(root, file), 'utf8'), `${file} has a test "${name}"`).toContain(name)
    }
  })
})
