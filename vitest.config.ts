import { defineConfig } from 'vitest/config'
import { version } from './server/kit/ops/version.ts'

const api = {
  include: ['server/**/*.test.ts', 'seed/**/*.test.ts'],
  testTimeout: 60_000,
  // Loading the server anew for each file takes longer than most tests (decision 36).
  isolate: false,
  setupFiles: ['test/set-up.ts'],
  // What is waited for comes late where other programs are at work, too.
  expect: { poll: { timeout: 15_000 } },
}

/** A screen in a DOM without layout, and the real server in the same process. */
const screens = {
  include: ['test/screens/**/*.test.ts'],
  testTimeout: 60_000,
  isolate: false,
  globalSetup: ['test/screens/demo-school-setup.ts'],
  setupFiles: ['test/screens/set-up.ts'],
  environment: 'happy-dom',
  // Nothing listens at this address: the page's calls are answered in the process.
  environmentOptions: {
    happyDOM: { url: 'http://127.0.0.1:1', width: 1280, height: 800 },
  },
  env: { TEST_DATABASE: 'sqlite', TZ: 'Europe/Berlin' },
}
const define = { VERSION: JSON.stringify(version) }

const long = [
  'scripts/{backup/**/*,doctor,newcomer,start-over}.test.ts',
  'test/long/**/*.test.ts',
  'test/**/*.long.test.ts',
]

/**
 * Where the two databases could answer differently: migrations, constraints, locks and races, the
 * order of rows and texts, JSON, several processes, and the files that make every call. `npm test`
 * runs these on both databases, all others on SQLite, and `npm run test:long` the others on
 * PostgreSQL.
 */
const onBoth = [
  'server/{accent-insensitive-search,data-retention-page,list-order}.test.ts',
  'server/{pagination.property,query-plans,retention,search.property,statement-counts}.test.ts',
  'server/upgrade-from-older-versions.test.ts',
  'server/webhooks/deliver.test.ts',
  'server/accounts/{block,bulk-changes,first-admin,undo-block}.test.ts',
  'server/accounts/{email/concurrent-changes,second-factor/{concurrent-codes,required-roles}}.test.ts',
  'server/accounts/imports/{import-people,undo-import}.test.ts',
  'server/accounts/invitations/{add-person,invitations}.test.ts',
  'server/accounts/lockouts/{failed-logins,lockouts}.test.ts',
  'server/accounts/oidc/refused.test.ts',
  'server/accounts/{recovery/recovery,school-set-up/school-set-up}.test.ts',
  'server/audit/to-audit-action.test.ts',
  'server/availability/generate-slots.test.ts',
  'server/availability/private-calendar/{busy-slots,read-calendars}.test.ts',
  'server/availability/absences/{absences,leaving,withdraw}.test.ts',
  'server/availability/rebooking/*.test.ts',
  'server/calls/{join,older-client}.test.ts',
  'server/database/{,backup/**/,errors/,migrations/}*.test.ts',
  'server/database/engines/{group-commit,private-files}.test.ts',
  'server/domains/*.test.ts',
  'server/rubrics/assessment.test.ts',
  'server/enrolment/*.test.ts',
  'server/exports/exports.test.ts',
  'server/insight/*.test.ts',
  'server/kit/call/{change,ended-sessions}.test.ts',
  'server/kit/live/{live,missed-events,recent-events}.test.ts',
  'server/kit/ops/health.test.ts',
  'server/notifications/notifications.test.ts',
  'server/notifications/mail/{mail-notifications,outdated-mails}.test.ts',
  'server/notifications/push/pusher.test.ts',
  'server/people/sorted-lists.test.ts',
  'server/plan/book-plan.test.ts',
  'server/plan/advisor/*.test.ts',
  'server/privacy/*.test.ts',
  'server/reviews/{first-review,fuzz.property,lock-students,week.property}.test.ts',
  'server/reviews/advisors/{hand-over,undo-hand-over}.test.ts',
  'server/reviews/booking/{book-slot,cancel-booking,list-free-slots}.test.ts',
  'server/reviews/decisions/{record-decision,undo-decision}.test.ts',
  'server/reviews/reminders/reminders.test.ts',
  'server/reviews/rescheduling/move-review.test.ts',
  'server/tasks/import-and-export.test.ts',
  'server/school/{at-risk,notify-slot-shortage,settings/stored-holidays}.test.ts',
  'server/school/summaries/*.test.ts',
  'server/slots/{add-slots,bookable/bookable,booking-races,holidays,overlap}.test.ts',
  'server/slots/overlap.property.test.ts',
  'server/tasks/{copy-domain,move-and-remove}.test.ts',
]

/** Properties are tried so many times as often by `npm run test:long`, and plans with every search. */
const PROPERTY_TIMES = '10'
const properties = {
  include: ['server/**/*.property.test.ts', 'server/query-plans.test.ts'],
  testTimeout: 900_000,
}
const onPostgres = { globalSetup: ['test/databases/postgres-setup.ts'] }

export default defineConfig({
  test: {
    // One more than the cores of a small machine, as tests wait for servers now and then.
    maxWorkers: 3,
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
        define,
        test: {
          name: 'screens',
          ...screens,
          env: { ...screens.env, NODE_ENV: 'production' },
        },
        oxc: { jsx: { development: false } },
      },
      { define, test: { name: 'long-screens', ...screens } },
      // Schools under load, which takes its time, as does ending them: for `npm run test:long`.
      { test: { name: 'long', include: long, testTimeout: 120_000, hookTimeout: 60_000 } },
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
          include: onBoth,
          ...onPostgres,
          env: { TEST_DATABASE: 'postgres' },
        },
      },
      // What `npm test` shows on SQLite alone, but the properties, which have been tried above.
      {
        test: {
          name: 'long-on-postgres',
          ...api,
          exclude: [...onBoth, ...properties.include],
          ...onPostgres,
          // The demo school is filled over a connection.
          testTimeout: 180_000,
          env: { TEST_DATABASE: 'postgres' },
        },
      },
    ],
  },
})
