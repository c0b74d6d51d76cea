import { defineConfig } from 'vitest/config'

const api = { include: ['server/**/*.test.ts', 'seed/**/*.test.ts'], testTimeout: 30_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['{contract,web,scripts,docs}/**/*.test.{ts,tsx}'] } },
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
