import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPageIfStale } from './build.ts'
import { checks } from './checks.ts'
import { endCommandsWithThisProcess, root, runCommand } from './command.ts'
import { addUp, type Count, countPlaywright, countVitest } from './count.ts'
import { describeChromium, findChromium, installNeeds } from './needs.ts'

const reports = join(root, '.cache/test')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

endCommandsWithThisProcess()
const missing = await installNeeds()
if (missing) say(missing)
const total = missing ? one(false) : await runEverything()
process.exitCode = total.failed === 0 ? 0 : 1
say(`${total.passed} passed, ${total.failed} failed`)

/** Runs every stage, also when one before it failed. */
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
  for (const { name, command, args } of checks) {
    note(name, one((await runCommand(command, args)) === 0))
  }
  note('vitest', countVitest(vitestReport, await runVitest()))
  note('playwright', countPlaywright(playwrightReport, await runPlaywright()))
  return addUp(counts)
}

function runVitest(): Promise<number> {
  const json = ['--reporter=json', `--outputFile.json=${vitestReport}`]
  return runCommand('vitest', ['run', '--project=!long*', '--reporter=default', ...json])
}

function runPlaywright(): Promise<number> {
  say(`playwright takes ${describeChromium(findChromium() ?? '')}`)
  return runCommand('playwright', ['test', '--reporter=line,json'], {
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    },
  })
}

function one(passed: boolean): Count {
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
