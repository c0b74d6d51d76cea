import { defineConfig } from '@playwright/test'
import { desktop, launchOptions, localeOptions, motion, phone } from './e2e/kit/browser-options.ts'
import { excludedTags, onPhone } from './e2e/kit/tags.ts'

/** Journeys in the system's own Chromium, each on a fresh school, on a desktop and on a phone. */
export default defineConfig({
  testDir: 'e2e',
  // A folder for each room; the other four are for `npm run test:long`.
  testMatch: '**/e2e/{,!(alone|journeys|long|other-browsers)/}*.spec.ts',
  globalSetup: './e2e/kit/template-school.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // One more than the cores of a small machine: tests wait for the page now and then.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    ...localeOptions,
    screenshot: 'only-on-failure',
    // What a page asks for stays with the page, where tests answer it: the service worker has its own.
    serviceWorkers: 'block',
    // What moves is drawn sixty times a second. It moves where that is tested (`e2e/kit/with-motion.ts`), and
    // everywhere in `npm run test:long`.
    contextOptions: motion,
    launchOptions,
  },
  // What several roles share is shown as one of them; `npm run test:long` shows it as each, and what
  // takes its time.
  grepInvert: new RegExp(excludedTags.join('|')),
  projects: [
    // The main job and a call on a small screen; `npm run test:long` walks them at a desk, all the
    // other journeys on a phone, and looks at every screen in light and dark. They come first: the
    // main job takes longest, and others fill the time beside it.
    { name: 'phone', grep: new RegExp(onPhone), use: phone },
    { name: 'desktop', grepInvert: new RegExp([...excludedTags, onPhone].join('|')), use: desktop },
  ],
})
