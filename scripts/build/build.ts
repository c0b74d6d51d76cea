import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCommand } from '../command.ts'
import { publishBuild } from './publish-build.ts'

const served = join(root, 'dist')
const built = join(root, '.cache/page')
const stamp = join(served, '.built-from')

/**
 * Builds the page into dist/ and keeps the files of the previous build. Returns whether it
 * succeeded; errors are printed to stderr.
 */
export async function buildWebApp(): Promise<boolean> {
  const sources = hashOfSources()
  const into = ['--outDir', built, '--emptyOutDir']
  const code = await runCommand('vite', ['build', '--logLevel', 'warn', ...into], {
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (code !== 0) return false
  publishBuild(built, served)
  writeFileSync(stamp, sources)
  return true
}

/** Builds the page unless dist/ is up to date. Returns whether it is there. */
export async function buildWebAppIfStale(): Promise<boolean> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()) return true
  process.stderr.write('weekward: building the page\n')
  return buildWebApp()
}

/** A hash over all sources of the page. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(
    [
      ...['web/**', 'contract/**', 'public/**', 'index.html'],
      'vite.config.ts',
      'scripts/build/{add-preload-links,chunks,precompress,remove-json-schema,replace-preload-helper,service-worker}.ts',
      'package-lock.json',
    ],
    { cwd: root, withFileTypes: true },
  )
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

if (import.meta.main) process.exitCode = (await buildWebApp()) ? 0 : 1
