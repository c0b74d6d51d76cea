import {
  deploymentPrograms,
  describeChromium,
  faketime,
  findChromium,
  findFullChromium,
  fullChromium,
  installDefaultNeeds,
  otherBrowsers,
} from '#test/programs/needed-programs.ts'
import { buildWebAppIfStale } from '../build/build.ts'
import { endCommandsWithThisProcess, runCommand } from '../command.ts'
import { getTemporaryFolder } from './temporary-folder.ts'

/** The environment of what a disk would only slow down. */
const inMemory = { ...process.env, TMPDIR: getTemporaryFolder() }

endCommandsWithThisProcess()
const missing = await installDefaultNeeds(
  faketime,
  fullChromium,
  ...otherBrowsers,
  ...deploymentPrograms,
)
process.exitCode = missing.length === 0 && (await prove()) ? 0 : 1

async function prove(): Promise<boolean> {
  if (!(await buildWebAppIfStale())) return false
  // These start several servers each.
  const onDisk = await runCommand('vitest', ['run', '--project=long', '--maxWorkers=2'])
  const vitest = await runCommand('vitest', ['run', '--project=long-*'], { env: inMemory })
  const walks = await runBrowser(['long', 'phone', 'desktop', 'left-out', 'journeys'])
  const others = await runInEachChromium()
  const firefox = await runBrowser(['firefox'])
  const webkit = await runBrowser(['webkit'])
  const timed = await runBrowser(['alone'])
  const timedOnPhone = await runBrowser(['alone-phone'])
  return [onDisk, vitest, walks, others, firefox, webkit, timed, timedOnPhone].every(
    (code) => code === 0,
  )
}

/** Runs projects of the long browser tests at the same time, and nothing else. */
function runBrowser(projects: string[], env = inMemory): Promise<number> {
  const named = projects.map((name) => `--project=${name}`)
  return runCommand('playwright', ['test', '--config=playwright.long.config.ts', ...named], { env })
}

/** Runs them in headless Chromium and in full Chromium, as far as installed. */
async function runInEachChromium(): Promise<number> {
  const both = new Set([findChromium(), findFullChromium()])
  let code = 0
  for (const path of both) {
    if (!path) continue
    process.stdout.write(`browser: ${describeChromium(path)}\n`)
    const env = { ...inMemory, CHROMIUM_PATH: path }
    code = (await runBrowser(['own-habits'], env)) || code
  }
  return code
}
