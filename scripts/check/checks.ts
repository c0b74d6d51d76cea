/** A check of the whole source, as a command. */
export type Check = { name: string; command: string; args: string[] }

export const checks: Check[] = [
  // Several checkers would each check the shared files again, which takes twice the CPU time.
  { name: 'types', command: 'tsc', args: ['--checkers', '1'] },
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
