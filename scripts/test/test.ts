import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  describeChromium,
  findChromium,
  installDefaultNeeds,
} from '#test/programs/needed-programs.ts'
import { buildWebAppIfStale } from '../build/build.ts'
import { runChecks } from '../check/checks.ts'
import { endCommandsWithThisProcess, root, runCommand } from '../command.ts'
import { getTemporaryFolder } from './temporary-folder.ts'
import {
  addUp,
  type Count,
  countListedTests,
  countPlaywrightTests,
  countSkippedAsFailed,
  countVitestTests,
} from './test-results.ts'

const reports = join(root, '.cache/test')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')
/** The environment of the tests. */
const env = { ...process.env, TMPDIR: getTemporaryFolder() }

endCommandsWithThisProcess()
const missing = new Set((await installDefaultNeeds()).map(({ name }) => name))
const total = countSkippedAsFailed(await runEverything(), missing.size > 0 && !process.env.CI)
process.exitCode = total.failed === 0 ? 0 : 1
for (const name of total.names ?? []) say(`did not pass: ${name}`)
say(describe(total))

/**
 * Runs every stage, even if another failed. The tests run one stage at a time: with the browser
 * running, PostgreSQL waits for the CPU at every statement, and both take longer in total (decision
 * 158).
 */
async function runEverything(): Promise<Count> {
  // Deletes the reports of an earlier run.
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const counts: Count[] = []
  const note = (name: string, count: Count) => {
    say(`${name}: ${describe(count)}`)
    counts.push(count)
  }
  const [isBuilt, checks] = await Promise.all([buildWebAppIfStale(), runChecks()])
  if (!isBuilt) note('page', one(false))
  for (const { name, passed } of checks) note(name, one(passed))
  note('vitest', countVitestTests(vitestReport, await runVitest()))
  if (missing.has('PostgreSQL')) note('PostgreSQL', await countLeftOutOnPostgres())
  note('playwright', countPlaywrightTests(playwrightReport, await runPlaywright()))
  return addUp(counts)
}

function runVitest(): Promise<number> {
  const json = ['--reporter=json', `--outputFile.json=${vitestReport}`]
  const without = missing.has('PostgreSQL') ? ['--project=!postgres'] : []
  const args = ['run', '--project=!long*', ...without, '--reporter=default', ...json]
  return runCommand('vitest', args, { env })
}

async function countLeftOutOnPostgres(): Promise<Count> {
  const list = join(reports, 'postgres.json')
  await runCommand('vitest', ['list', '--project=postgres', `--json=${list}`])
  return { passed: 0, failed: 0, skipped: countListedTests(list) }
}

/** Runs the browser tests. Without Chromium, only lists them and reports them as skipped. */
function runPlaywright(): Promise<number> {
  const chromium = findChromium()
  say(chromium ? `playwright takes ${describeChromium(chromium)}` : 'playwright has no Chromium')
  const args = ['test', '--reporter=line,json', ...(chromium ? [] : ['--list'])]
  return runCommand('playwright', args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  })
}

function one(passed: boolean): Count {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

function describe({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
