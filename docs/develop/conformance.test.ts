import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  conformanceFile,
  findTests,
  generateConformancePage,
} from '../../scripts/docs/conformance-page.ts'
import { items } from '../../scripts/docs/specification.ts'
import { coveredItemsByTest } from '../../scripts/docs/specification-coverage.ts'

const root = join(import.meta.dirname, '../..')
const page = generateConformancePage()
const readings = readFileSync(join(import.meta.dirname, 'readings.md'), 'utf8')

test('the page of conformance is the one that is made from the map', () => {
  expect(readFileSync(conformanceFile, 'utf8')).toBe(page)
})

test.each(Object.keys(items))('%s is shown by a test file, and stands on the page', (item) => {
  expect(findTests(item)).not.toEqual([])
  expect(page).toContain(`\n- ${item} `)
})

test.each(Object.entries(coveredItemsByTest))(
  '%s is there, has tests, and shows items',
  (file, shown) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8'), file).toMatch(/\b(test|tagUnlessFirst)\b.*\(/)
    for (const item of shown.split(' ')) expect(items, file).toHaveProperty([item])
  },
)

test('each reading names items of the specification, and says something', () => {
  const rows = [...readings.matchAll(/^- ([\d., ]+): .+/gm)]
  expect(rows.length).toBeGreaterThan(50)
  for (const [row, at = ''] of rows) {
    for (const item of at.split(', ')) expect(items, row).toHaveProperty([item])
  }
})
