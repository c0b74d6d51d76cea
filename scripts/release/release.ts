import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { version as present } from '#server/kit/ops/version.ts'
import { endCommandsWithThisProcess, root, runCommand } from '../command.ts'
import { assertFollows, moveUnreleasedTo } from './changelog.ts'
import { addToSbom, formatLicences, listShippedPackages, type ShippedPackage } from './licences.ts'

const usage = 'usage: npm run release -- VERSION [--tested] [--dry-run]'
const folder = join(root, 'release')
/** The files that a release changes. */
const changed = ['CHANGELOG.md', 'package.json', 'package-lock.json']

endCommandsWithThisProcess()
try {
  await release()
} catch (error) {
  process.stderr.write(`weekward: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

async function release(): Promise<void> {
  const options = { tested: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [version, ...more] = positionals
  if (version === undefined || more.length > 0) throw new Error(usage)
  assertFollows(present, version)
  assertClean()
  await assertSucceeds('check')
  // `--tested` says that all tests, including the long ones, passed on this commit.
  if (!values.tested) await assertSucceeds('test')
  const shipped = listShippedPackages(root)
  const licences = formatLicences(shipped)

  const before = changed.map((file) => [join(root, file), readFileSync(join(root, file))] as const)
  try {
    writeVersion(version)
    // The current tree as a dangling commit.
    if (values['dry-run']) return fill(version, shipped, licences, git('stash', 'create').trim())
  } finally {
    if (values['dry-run']) for (const [file, content] of before) writeFileSync(file, content)
  }
  git('commit', '--quiet', '--message', `release: ${version}`, '--', ...changed)
  git('tag', '--annotate', `v${version}`, '--message', `Weekward ${version}`)
  fill(version, shipped, licences, `v${version}`)
}

function assertClean(): void {
  const open = git('status', '--porcelain').trim()
  if (open) throw new Error(`there are uncommitted changes:\n${open}`)
}

async function assertSucceeds(script: string): Promise<void> {
  if (await runCommand('npm', ['run', script])) throw new Error(`npm run ${script} failed`)
}

function writeVersion(version: string): void {
  const changelog = join(root, 'CHANGELOG.md')
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(changelog, moveUnreleasedTo(readFileSync(changelog, 'utf8'), version, day))
  run('npm', 'version', version, '--no-git-tag-version', '--ignore-scripts')
}

/** Writes the release files into the folder: source, parts, licences and checksums. */
function fill(version: string, shipped: ShippedPackage[], licences: string, commit: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const name = `weekward-${version}`
  const archive = join(folder, `${name}.tar.gz`)
  git('archive', '--format=tar.gz', `--prefix=${name}/`, `--output=${archive}`, commit)
  // Without development dependencies: npm refuses those that depend on a tag.
  const sbom = run(
    'npm',
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--omit=dev',
  )
  writeFileSync(join(folder, `${name}.cdx.json`), addToSbom(sbom, shipped))
  writeFileSync(join(folder, `${name}.licences.txt`), licences)
  const sums = readdirSync(folder).sort()
  const lines = sums.map((file) => `${sha256(join(folder, file))}  ${file}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
  process.stdout.write(`weekward ${version} is in release/: ${sums.join(', ')}, SHA256SUMS\n`)
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function git(...args: string[]): string {
  return run('git', ...args)
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
}
