import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(import.meta.dirname, 'security.md'), 'utf8')

/** A line is: - 1.2.3 A rule (`path`). `path`: a part of a test's name; `path`: another one's */
const rules = [...page.matchAll(/^- (?:\d[\d.]*|–) (.+?\.) (`.+)$/gm)].map(
  ([, rule = '', shown = '']) => ({ rule, tests: shown.split(/; (?=`)/) }),
)

describe('each security rule', () => {
  test('stands in a list', () => expect(rules.length).toBeGreaterThan(70))

  test('stands once', () => {
    expect(new Set(rules.map(({ rule }) => rule)).size).toBe(rules.length)
  })

  test.each(rules)('$rule is shown by a test that exists', ({ rule, tests }) => {
    const [, code = ''] = rule.match(/ \(([^)]+)\)\.$/) ?? []
    for (const [, path = ''] of code.matchAll(/`([^`]*[/.][^`]*)`/g)) {
      expect(existsSync(join(root, path)), path).toBe(true)
    }
    for (const shown of tests) {
      const [, file = '', name = ''] = shown.match(/^`([^`]+)`: (.+)$/) ?? []
      expect(name.length, shown).toBeGreaterThan(12)
      expect(existsSync(join(root, file)), file).toBe(true)
      const titles = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'")
      expect(titles, `${file} has a test "${name}"`).toContain(name)
    }
  })
})
