import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const walk = readFileSync(join(import.meta.dirname, 'security.md'), 'utf8')

const plain = /^(not met: .+|operator|by reading|not applicable)$/

/** Rows look like: | 1.2.3 | what it asks for | what answers it | `path`: name of the test | */
const rows = walk
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''))
    const [item = '', asks = '', answer = '', shown = ''] = cells
    return { cells: cells.length, item, asks, answer, shown }
  })

describe('the walk along the ASVS', () => {
  test('has rows for all of its 17 chapters, each requirement once', () => {
    const items = rows.map((row) => row.item)
    expect(new Set(items).size).toBe(items.length)
    const chapters = new Set(items.map((item) => Number(item.split('.')[0])))
    expect([...chapters]).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
  })

  test.each(rows)('$item has an answer, and a test that exists or a plain word', (row) => {
    expect(row.cells).toBe(4)
    expect(row.asks).not.toBe('')
    expect(row.answer).not.toBe('')
    if (plain.test(row.shown)) return
    for (const one of row.shown.split('<br>')) {
      const [, file = '', name = ''] = one.match(/^`([^`]+)`: (.+)$/) ?? []
      expect(name.length, one).toBeGreaterThan(12)
      expect(existsSync(join(root, file)), file).toBe(true)
      const titles = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'")
      expect(titles, `${file} has a test "${name}"`).toContain(name)
    }
  })
})
