import { buildPageIfStale } from './build.ts'
import { endCommandsWithThisProcess, runCommand } from './command.ts'
import { faketime, installNeeds } from './needs.ts'

endCommandsWithThisProcess()
const missing = await installNeeds(faketime)
if (missing) process.stderr.write(`${missing}\n`)
process.exitCode = !missing && (await prove()) ? 0 : 1

async function prove(): Promise<boolean> {
  if (!(await buildPageIfStale())) return false
  const vitest = await runCommand('vitest', ['run', '--project=long*'])
  const walks = await runBrowser('long', 'phone')
  const timed = await runBrowser('alone')
  const timedOnPhone = await runBrowser('alone-phone')
  return [vitest, walks, timed, timedOnPhone].every((code) => code === 0)
}

/** Runs projects of the long browser tests at the same time, and nothing else. */
function runBrowser(...projects: string[]): Promise<number> {
  const named = projects.map((name) => `--project=${name}`)
  return runCommand('playwright', ['test', '--config=playwright.long.config.ts', ...named])
}
