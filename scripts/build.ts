import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCommand } from './command.ts'

const stamp = join(root, 'dist/.built-from')

/** Builds the page into dist/ and returns whether that went well; what goes wrong is on stderr. */
export async function buildPage(): Promise<boolean> {
  const sources = hashOfSources()
  const code = await runCommand('vite', ['build', '--logLevel', 'warn'], {
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (code === 0) writeFileSync(stamp, sources)
  return code === 0
}

/** Builds the page unless dist/ was built from just these sources; returns whether it is there. */
export async function buildPageIfStale(): Promise<boolean> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()) return true
  process.stderr.write('weekward: building the page\n')
  return buildPage()
}

/** A hash over all that the page is made of. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(
    [
      ...['web/**', 'contract/**', 'public/**', 'index.html'],
      ...['vite.config.ts', 'scripts/{chunks,name-chunks,precompress,without-json-schemas}.ts'],
      'package-lock.json',
    ],
    { cwd: root, withFileTypes: true },
  )
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

if (import.meta.main) process.exitCode = (await buildPage()) ? 0 : 1
