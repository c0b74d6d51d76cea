import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDefaultNeeds } from '#test/programs/needed-programs.ts'
import {
  countSetting,
  countsFolder,
  formatStepsPage,
  type JourneyCounts,
  replaceSummary,
  stepsFile,
} from '../e2e/journeys/step-counts.ts'
import { buildWebAppIfStale } from './build/build.ts'
import { endCommandsWithThisProcess, root, runCommand } from './command.ts'

/**
 * Walks the journeys of the specification by keyboard, mouse and touch, prints the steps each
 * takes, and writes them into `docs/develop/journeys.md` and `e2e/journeys/steps.md`. `npm run
 * test:long` fails if those are outdated.
 */
endCommandsWithThisProcess()
const missing = await installDefaultNeeds()
process.exitCode = missing.length === 0 && (await countJourneys()) ? 0 : 1

async function countJourneys(): Promise<boolean> {
  if (!(await buildWebAppIfStale())) return false
  const folder = join(root, countsFolder)
  rmSync(folder, { recursive: true, force: true })
  const args = ['test', '--config=playwright.long.config.ts', '--project=journeys']
  const env = { ...process.env, [countSetting]: 'on' }
  if ((await runCommand('playwright', args, { env })) !== 0) return false
  const counted = globSync('*.json', { cwd: folder }).map(
    // The tests have just written it.
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as JourneyCounts,
  )
  const page = join(root, 'docs/develop/journeys.md')
  writeFileSync(page, replaceSummary(readFileSync(page, 'utf8'), counted))
  writeFileSync(join(root, stepsFile), formatStepsPage(counted))
  return true
}
