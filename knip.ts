import type { KnipConfig } from 'knip'
import project from './package.json' with { type: 'json' }

/** What npm's commands run, after `node scripts/run.mjs`. */
const commands = Object.values(project.scripts).flatMap((line) => line.match(/\S+\.ts\b/g) ?? [])

const config: KnipConfig = {
  entry: [
    ...commands,
    // What other programs start by its name.
    'scripts/check/check-rooms.ts',
    'bench/bare/{bare-bookings,bare-relay,bare-server}.ts',
    'bench/load/connect-clients.ts',
    'bench/servers/{limits-server,memory-probe}.ts',
    // The build reads it.
    'web/shell/service-worker/worker.ts',
    // Kysely calls their `up`.
    'server/database/migrations/*.ts',
  ],
  playwright: { config: ['playwright.config.ts', 'playwright.long.config.ts'] },
  // Programs of the system, and one that scripts/check/checks.ts runs.
  ignoreBinaries: ['apt-get', 'mount', 'slowhttptest', 'turnserver', 'turnutils_uclient', 'umount'],
  // And the font, which a style sheet names.
  ignoreDependencies: ['@biomejs/biome', '@fontsource-variable/inter'],
}

export default config
