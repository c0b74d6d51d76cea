import { defineConfig } from 'vitest/config'

const api = { include: ['server/**/*.test.ts', 'seed/**/*.test.ts'], testTimeout: 30_000 }

const long = ['scripts/backup/**/*.test.ts', 'test/long/**/*.test.ts']

export default defineConfig({
  test: {
    // Much of the time is waited for disks and servers: both cores are put to use.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,web,scripts,docs}/**/*.test.{ts,tsx}'],
          exclude: long,
        },
      },
      // Schools under load, which takes its time: for `npm run test:long`.
      { test: { name: 'long', include: long, testTimeout: 120_000 } },
      { test: { name: 'sqlite', ...api, env: { TEST_DATABASE: 'sqlite' } } },
      {
        test: {
          name: 'postgres',
          ...api,
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['test/postgres-setup.ts'],
        },
      },
    ],
  },
})
