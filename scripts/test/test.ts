import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPageIfStale } from '../build/build.ts'
import { checks } from '../check/checks.ts'
import { endCommandsWithThisProcess, root, runCommand } from '../command.ts'
import { describeChromium, findChromium, installNeeds } from '../needs.ts'
import { addUp, type Count, countPlaywright, countVitest } from './count.ts'
import { folderInMemory } from './folder-in-memory.ts'

const reports = join(root, '.cache/test')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')
const playwrightLog = join(reports, 'playwright.log')
/** What the tests run with. */
const env = { ...process.env, TMPDIR: folderInMemory() }

endCommandsWithThisProcess()
const missing = await installNeeds()
if (missing) say(missing)
const total = missing ? one(false) : await runEverything()
process.exitCode = total.failed === 0 ? 0 : 1
for (const name of total.names ?? []) say(`failed: ${name}`)
say(`${total.passed} passed, ${total.failed} failed`)

/**
 * Runs every stage, also when another failed: the browser beside all others, which leave much of
 * two cores idle while they wait for disks, servers and clocks.
 */
async function runEverything(): Promise<Count> {
  // A report of an earlier run must not be counted as one of this.
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const counts: Count[] = []
  const note = (name: string, count: Count) => {
    say(`${name}: ${count.passed} passed, ${count.failed} failed`)
    counts.push(count)
  }
  if (!(await buildPageIfStale())) note('page', one(false))
  const playwright = runPlaywright()
  for (const { name, command, args } of checks) {
    note(name, one((await runCommand(command, args)) === 0))
  }
  note('vitest', countVitest(vitestReport, await runVitest()))
  const playwrightCode = await playwright
  say(readFileSync(playwrightLog, 'utf8'))
  note('playwright', countPlaywright(playwrightReport, playwrightCode))
  return addUp(counts)
}

function runVitest(): Promise<number> {
  const json = ['--reporter=json', `--outputFile.json=${vitestReport}`]
  return runCommand('vitest', ['run', '--project=!long*', '--reporter=default', ...json], { env })
}

function runPlaywright(): Promise<number> {
  say(`playwright takes ${describeChromium(findChromium() ?? '')} and writes to ${playwrightLog}`)
  // What it says comes in one piece, once the others have ended.
  const log = openSync(playwrightLog, 'w')
  return runCommand('playwright', ['test', '--reporter=line,json'], {
    stdio: ['ignore', log, log],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  })
}

function one(passed: boolean): Count {
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
