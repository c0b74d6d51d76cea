import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * In a build's folder: the names of its own files, one a line, without those of the previous build.
 */
const list = '.files'

/**
 * Replaces the served page by a new build while it is served. The previous build's files are kept,
 * because open pages still load them; older ones are deleted. Repeating a build changes nothing.
 */
export function publishBuild(built: string, served: string): void {
  const own = readdirSync(join(built, 'assets'))
  writeFileSync(join(built, list), own.join('\n'))
  const isSame = ownFiles(served).sort().join() === own.toSorted().join()
  const kept = isSame ? namesIn(join(served, 'assets')) : ownFiles(served)
  for (const name of kept.filter((one) => !own.includes(one))) {
    copyFileSync(join(served, 'assets', name), join(built, 'assets', name))
  }
  const old = `${served}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(served)) renameSync(served, old)
  renameSync(built, served)
  rmSync(old, { recursive: true, force: true })
}

function ownFiles(folder: string): string[] {
  const there = namesIn(join(folder, 'assets'))
  const noted = join(folder, list)
  if (!existsSync(noted)) return there
  const own = new Set(readFileSync(noted, 'utf8').split('\n'))
  return there.filter((name) => own.has(name))
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
