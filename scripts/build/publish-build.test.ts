import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { publishBuild } from './publish-build.ts'

/** A folder for the page, and builds whose files have the given names. */
function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const served = join(folder, 'dist')
  return {
    build(...names: string[]) {
      const built = join(folder, 'new')
      mkdirSync(join(built, 'assets'), { recursive: true })
      writeFileSync(join(built, 'index.html'), names.join())
      for (const name of names) writeFileSync(join(built, 'assets', name), name)
      publishBuild(built, served)
    },
    page: () => readFileSync(join(served, 'index.html'), 'utf8'),
    files: () => readdirSync(join(served, 'assets')).sort(),
    folders: () => readdirSync(folder),
  }
}

test('an open page can still load its files after a new build, also compressed', () => {
  const { build, page, files, folders } = makePlace()
  build('home-1.js', 'home-1.js.br', 'base.js')
  expect(files()).toEqual(['base.js', 'home-1.js', 'home-1.js.br'])
  build('home-2.js', 'base.js')
  expect(page()).toBe('home-2.js,base.js')
  expect(files()).toEqual(['base.js', 'home-1.js', 'home-1.js.br', 'home-2.js'])
  expect(folders()).toEqual(['dist'])
})

test('only the previous build is kept', () => {
  const { build, files } = makePlace()
  for (const version of [1, 2, 3, 4]) build(`home-${version}.js`)
  expect(files()).toEqual(['home-3.js', 'home-4.js'])
})

test('building the same again keeps the previous build', () => {
  const { build, files } = makePlace()
  build('home-1.js')
  build('home-2.js')
  build('home-2.js')
  expect(files()).toEqual(['home-1.js', 'home-2.js'])
  build('home-3.js')
  expect(files()).toEqual(['home-2.js', 'home-3.js'])
})
