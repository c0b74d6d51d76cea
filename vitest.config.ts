import { defineConfig } from 'vitest/config'
import { version } from './server/kit/ops/version.ts'

const api = {
  include: ['server/**/*.test.ts', 'seed/**/*.test.ts'],
  testTimeout: 60_000,
  // Loading the server anew for each file takes longer than most tests (decision 36).
  isolate: false,
  setupFiles: ['test/set-up.ts'],
  // What is waited for comes late where other programs are at work, too.
  expect: { poll: { timeout: 4_000 } },
}

/** A screen in a DOM without layout, and the real server in the same process. */
const screens = {
  include: ['test/screens/**/*.test.ts'],
  testTimeout: 60_000,
  isolate: false,
  globalSetup: ['test/screens/demo-school.ts'],
  setupFiles: ['test/screens/set-up.ts'],
  environment: 'happy-dom',
  // Nothing listens at this address: the page's calls are answered in the process.
  environmentOptions: {
    happyDOM: { url: 'http://127.0.0.1:1', width: 1280, height: 800 },
  },
  env: { TEST_DATABASE: 'sqlite', TZ: 'Europe/Berlin' },
}

const long = [
  'scripts/{backup/**/*,doctor,newcomer,start-over}.test.ts',
  'test/long/**/*.test.ts',
  'test/**/*.long.test.ts',
]

/** What is judged before a row is asked for, in this process alone, or has none: SQLite shows it. */
const sameOnAnyDatabase = [
  'seed/arguments.test.ts',
  'server/{cors,mass-assignment,specified-calls}.test.ts',
  'server/accounts/locks/login-queue.test.ts',
  'server/calls/ice-servers.test.ts',
  'server/kit/call/input.test.ts',
  'server/kit/calendar/*.test.ts',
  'server/kit/limits/*.test.ts',
  'server/kit/live/{throttle,token-bucket}.test.ts',
  'server/kit/mail/{delivery,message}/*.test.ts',
  'server/kit/ops/{web-page,documents}.test.ts',
  'server/kit/ops/backup/due.test.ts',
  'server/kit/settings/*.test.ts',
  'server/health/stun/*.test.ts',
  'server/database/backup/postgres/programs.test.ts',
]

/**
 * Rules that ask nothing, or the same plain SQL of both: `npm test` shows them on SQLite,
 * `npm run test:long` on PostgreSQL too. That PostgreSQL takes each statement is shown by the files
 * that make every call (`server/{plans,rights}.test.ts`, `server/audit/to-action.test.ts`). What the two may
 * decide otherwise stays on both: races, locks, constraints, the order of rows and texts, JSON,
 * migrations, several processes.
 */
const plainSql = [
  'seed/{history,main}.test.ts',
  'server/app.test.ts',
  'server/accounts/{bulk-actions,common-passwords}.test.ts',
  'server/accounts/demo/*.test.ts',
  'server/accounts/locks/{known-networks,login-rate,new-password,proxies}.test.ts',
  'server/accounts/recovery/let-in.test.ts',
  'server/accounts/second-factor/{codes,required,second-factor,switch-on}.test.ts',
  'server/accounts/sessions/{browser-name,login,sessions}.test.ts',
  'server/availability/absences/absences-of.test.ts',
  'server/availability/{generate-slots,slots-of-week}.property.test.ts',
  'server/calendar/*.test.ts',
  'server/calls/{attendance,chat,drafts,call-record,waiting}.test.ts',
  'server/{mails,school}/*.test.ts',
  'server/kit/live/{connect-limit,handshakes}.test.ts',
  'server/kit/mail/delivery-failure.test.ts',
  'server/kit/ops/{log,metrics}.test.ts',
  'server/notifications/kinds.test.ts',
  'server/kit/ops/backup/keep-backing-up.test.ts',
  'server/people/{people,person,profile}.test.ts',
  'server/plan/{plan,planner,matching/*}.test.ts',
  'server/reviews/{attendance,lists,previous-reviews,student}.test.ts',
  'server/reviews/history/get-history.test.ts',
  'server/reviews/booking/no-show.test.ts',
  'server/reviews/rescheduling/requests.test.ts',
  'server/reviews/marking/*.test.ts',
  'server/reviews/advised/*.test.ts',
  'server/slots/{split-into-slots.property,list-slots,manage-slots}.test.ts',
  'server/audit/audit-log.test.ts',
]

/** Properties are tried so many times as often by `npm run test:long`, and plans with every search. */
const PROPERTY_TIMES = '40'
const properties = {
  include: ['server/**/*.property.test.ts', 'server/plans.test.ts'],
  testTimeout: 900_000,
}
const onPostgres = { globalSetup: ['test/databases/postgres-setup.ts'] }

export default defineConfig({
  test: {
    // Much of the time is waited for disks and servers: both cores are put to use.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,web,scripts,docs,test}/**/*.test.{ts,tsx}'],
          isolate: false,
          exclude: [...long, 'test/screens/**'],
        },
      },
      // As the page is built: React's own checks take a third of the time, and come at length.
      {
        define: { VERSION: JSON.stringify(version) },
        test: {
          name: 'screens',
          ...screens,
          env: { ...screens.env, NODE_ENV: 'production' },
        },
        oxc: { jsx: { development: false } },
      },
      { test: { name: 'long-screens', ...screens } },
      // Schools under load, which takes its time: for `npm run test:long`.
      { test: { name: 'long', include: long, testTimeout: 120_000 } },
      {
        test: {
          name: 'long-unit',
          include: ['{contract,web}/**/*.property.test.ts'],
          testTimeout: properties.testTimeout,
          env: { PROPERTY_TIMES },
        },
      },
      {
        test: {
          name: 'long-sqlite',
          ...properties,
          env: { TEST_DATABASE: 'sqlite', PROPERTY_TIMES },
        },
      },
      {
        test: {
          name: 'long-postgres',
          ...properties,
          ...onPostgres,
          env: { TEST_DATABASE: 'postgres', PROPERTY_TIMES },
        },
      },
      { test: { name: 'sqlite', ...api, env: { TEST_DATABASE: 'sqlite' } } },
      {
        test: {
          name: 'postgres',
          ...api,
          exclude: [...sameOnAnyDatabase, ...plainSql],
          ...onPostgres,
          env: { TEST_DATABASE: 'postgres' },
        },
      },
      // What `npm test` shows on SQLite alone, but the properties, which have been tried above.
      {
        test: {
          name: 'long-plain-sql',
          ...api,
          include: plainSql,
          exclude: properties.include,
          ...onPostgres,
          env: { TEST_DATABASE: 'postgres' },
        },
      },
    ],
  },
})
