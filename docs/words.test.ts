import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingDescriptions } from '#server/kit/settings/descriptions.ts'
import { checkLinks } from '../scripts/check/check-links.ts'
import { generateSettingsPage, settingsFile } from '../scripts/docs/settings-page.ts'

const root = join(import.meta.dirname, '..')
const files = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }

/** Names in capitals that are no settings of ours: other programs', those of tests, and one misspelt. */
const notOurs =
  /^(ADVISOR|DOMAIN|DATABASE_PASSWORD|KILLS|LISTEN_FDS|MALLOC_(ARENA_MAX|MMAP_THRESHOLD_)|NODE_COMPILE_CACHE|PGPASSWORD|PROPERTY_(PATH|SEED)|RATE_LIMITS|ROUNDS|SEED|TOKEN|WEEKWARD)$/

test.each(files)('%s names commands that exist', (file) => {
  const named = [...textOf(file).matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*[\w])/g)]
  for (const [, name = ''] of named) expect(scripts, file).toHaveProperty([name])
})

test.each(files)('%s names parts of the bench that exist', (file) => {
  const named = textOf(file).matchAll(/`npm run bench -- ([a-z]+(?:-floor)?)/g)
  for (const [, name = ''] of named) {
    expect(globSync(`bench/parts/**/${name}.ts`, { cwd: root }), `${file}: ${name}`).toHaveLength(1)
  }
})

test.each(files)('%s names settings that exist', (file) => {
  const named = textOf(file).matchAll(/`([A-Z][A-Z]*(?:_[A-Z]+)+)(?:=[^`]*)?`|^([A-Z][A-Z_]+)=/gm)
  for (const [, one, other] of named) {
    const name = one ?? other ?? ''
    if (!notOurs.test(name)) expect(settingDescriptions, file).toHaveProperty(name)
  }
})

test('no command fetches Weekward from an address that only looks like a real one', () => {
  const fetched = files.flatMap((file) => textOf(file).match(/(?<=^git clone )\S+/gm) ?? [])
  expect([...new Set(fetched)]).toEqual(['https://WHERE-YOU-GOT-WEEKWARD'])
})

test('all documents lead to files and headings that are there', () => {
  expect(checkLinks(root)).toEqual([])
})

test('the page of settings is the one that is made from them', () => {
  expect(readFileSync(settingsFile, 'utf8')).toBe(generateSettingsPage())
})
