import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkDecisions } from './check-decisions.ts'

const folder = 'docs/develop/decisions'

const goodFiles = {
  [`${folder}/0001-a.md`]: '# 1. A\n\nBecause.\n',
  [`${folder}/0002-b.md`]: '# 2. B\n\nReplaced by [1](0001-a.md): faster.\n',
  'README.md': `see [decision 2](${folder}/0002-b.md#99) and decisions 1 to 2`,
  'server/app.ts': '// Faster (decision 1).',
}

/** Checks the good files with some replaced. */
function checkFiles(changes: Record<string, string> = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), 'weekward-decisions-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, text] of Object.entries({ ...goodFiles, ...changes })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return checkDecisions(root)
}

test('complete and short decisions pass', () => {
  expect(checkFiles()).toEqual([])
})

test.each([
  ['a cited decision that is missing', { 'server/app.ts': '// decision 3' }],
  ['a linked one', { 'README.md': `[decision 3](${folder}/0001-a.md)` }],
  ['the last of several', { 'README.md': 'decisions 1, 2 and 3' }],
  ['a file of more than 40 lines', { [`${folder}/0001-a.md`]: `# 1. A\n${'\nx'.repeat(40)}` }],
  ['a heading with another number', { [`${folder}/0001-a.md`]: '# 2. A' }],
])('%s fails', (_, changes) => {
  expect(checkFiles(changes)).toHaveLength(1)
})

test('a gap in the numbers fails', () => {
  expect(checkFiles({ [`${folder}/0004-d.md`]: '# 4. D' })).toContain(
    'decision 3 is missing, or one number is there twice',
  )
})
