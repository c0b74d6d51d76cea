import { runCommand } from '../command.ts'

/** A check of the whole source, as a command. */
type Check = { name: string; command: string; args: string[] }

// Several checkers would each check the shared files again, which takes twice the CPU time.
const types: Check = { name: 'types', command: 'tsc', args: ['--checkers', '1'] }
const others: Check[] = [
  { name: 'types of the service worker', command: 'tsc', args: ['-p', 'web/shell/service-worker'] },
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'rooms', command: process.execPath, args: ['scripts/check/check-imports.ts'] },
  {
    name: 'links of the documents',
    command: process.execPath,
    args: ['scripts/check/check-links.ts'],
  },
  { name: 'decisions', command: process.execPath, args: ['scripts/check/check-decisions.ts'] },
  { name: 'words', command: process.execPath, args: ['scripts/check/check-names.ts'] },
  { name: 'nothing unused', command: 'knip', args: ['--treat-config-hints-as-errors'] },
]

/**
 * Runs every check, even if another failed, and returns which passed. The types are checked beside
 * the others, which together take as long.
 */
export async function runChecks(): Promise<{ name: string; passed: boolean }[]> {
  return (await Promise.all([runInTurn([types]), runInTurn(others)])).flat()
}

async function runInTurn(checks: Check[]) {
  const results: { name: string; passed: boolean }[] = []
  for (const { name, command, args } of checks) {
    results.push({ name, passed: (await runCommand(command, args)) === 0 })
  }
  return results
}
