/** A check of the source as a whole: it passes or fails as one. */
export type Check = { name: string; command: string; args: string[] }

export const checks: Check[] = [
  { name: 'types', command: 'tsc', args: [] },
  { name: 'types of the service worker', command: 'tsc', args: ['-p', 'web/shell/service-worker'] },
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'rooms', command: process.execPath, args: ['scripts/check/check-rooms.ts'] },
  { name: 'nothing unused', command: 'knip', args: ['--treat-config-hints-as-errors'] },
]
