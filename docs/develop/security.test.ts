import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(import.meta.dirname, 'security.md'), 'utf8')

/** Rows look like: | 1.2.3 | rule | where | `path`: a part of the test's name | */
const rows = page
  .split('\n')
  .filter((line) => /^\| (\d|–)/.test(line))
  .map((line) => {
    const [asvs = '', rule = '', where = '', shown = ''] = line.slice(2, -2).split(' | ')
    return { asvs, rule, where, shown }
  })

describe('each security rule', () => {
  test('stands in a table', () => expect(rows.length).toBeGreaterThan(70))

  test('stands once', () => {
    const rules = rows.map(({ rule }) => rule)
    expect(new Set(rules).size).toBe(rules.length)
  })

  test.each(rows)('$rule is shown by a test that exists', ({ where, shown }) => {
    expect(where).not.toBe('')
    for (const [, path = ''] of where.matchAll(/`([^`]*[/.][^`]*)`/g)) {
      expect(existsSync(join(root, path)), path).toBe(true)
    }
    const [, file = '', name = ''] = shown.match(/^`([^`]+)`: (.+)$/) ?? []
    expect(name.length, shown).toBeGreaterThan(12)
    expect(existsSync(join(root, file)), file).toBe(true)
    const titles = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'")
    expect(titles, `${file} has a test "${name}"`).toContain(name)
  })
})
