import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkNames } from './check-names.ts'

/** Checks a tree with one file. */
function checkFile(file: string, text: string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'weekward-words-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return checkNames(root)
}

test.each([
  ['a variable', 'server/a.ts', 'const ownDeeds = 1', 'ownDeeds'],
  ['a function', 'server/a.ts', 'export async function tellAll() {}', 'tellAll'],
  ['a parameter', 'web/a.tsx', 'const A = ({ b: usual }: B) => <p>{usual}</p>', 'usual'],
  ['a rest', 'test/a.ts', 'function a({ b, ...wish }: B) {}', 'wish'],
  ['a type', 'contract/a.ts', 'type Guide = string', 'Guide'],
  ['a field of a type', 'contract/a.ts', 'type A = { isOvertaken: boolean }', 'isOvertaken'],
  ['a file', 'e2e/be-told.spec.ts', '', 'be-told.spec.ts'],
])('refuses %s with an outdated word', (_what, file, text, name) => {
  expect(checkFile(file, text)).toEqual([expect.stringContaining(`${file} names ${name}: not '`)])
})

test.each([
  ['a field that is only read', 'web/a.ts', 'const { wish } = review; use(review.wish)'],
  ['a string, a comment and a text', 'web/a.tsx', "// told\nconst a = <p title='told'>told</p>"],
  ['a longer word', 'server/a.ts', 'const lifetime = 1, unusually = 2'],
])('accepts %s', (_what, file, text) => {
  expect(checkFile(file, text)).toEqual([])
})
