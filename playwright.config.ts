import { defineConfig } from '@playwright/test'
import { insecureHost } from './e2e/kit/server.ts'
import { leftOut, onPhone } from './e2e/kit/tags.ts'
import { findChromium } from './scripts/needs.ts'

const chromium = findChromium()

export const desktop = { viewport: { width: 1280, height: 800 } }

/** A small telephone, held upright. */
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
}

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
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // What a page asks for stays with the page, where tests answer it: the service worker has its own.
    serviceWorkers: 'block',
    // What moves is drawn sixty times a second. It moves where that is tested (`e2e/kit/motion.ts`), and
    // everywhere in `npm run test:long`.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Without one, the journeys can only be listed.
      ...(chromium ? { executablePath: chromium } : {}),
      // Nothing of the browser's own may ask the network for anything.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--host-resolver-rules=MAP ${insecureHost} 127.0.0.1`,
        // A call's camera and microphone are the browser's own test picture and beep: as few pictures
        // as it can make, since each is encoded, sent and decoded by this machine.
        '--use-fake-device-for-media-stream=fps=5',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  // What several roles share is shown as one of them; `npm run test:long` shows it as each, and what
  // takes its time.
  grepInvert: new RegExp(leftOut.join('|')),
  projects: [
    // The main job and a call on a small screen; `npm run test:long` walks them at a desk, all the
    // other journeys on a phone, and looks at every screen in light and dark. They come first: the
    // main job takes longest, and others fill the time beside it.
    { name: 'phone', grep: new RegExp(onPhone), use: phone },
    { name: 'desktop', grepInvert: new RegExp([...leftOut, onPhone].join('|')), use: desktop },
  ],
})
