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
  const playwright = await runCommand('playwright', ['test', '--config=playwright.long.config.ts'])
  return vitest === 0 && playwright === 0
}
