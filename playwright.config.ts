import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const chromium = process.env.CHROMIUM_PATH ?? places.find(existsSync)
if (!chromium) throw new Error('Chromium is missing: install the package chromium')

/** Journeys in the system's own Chromium, each on a fresh school, on a desktop and on a phone. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/template-school.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium,
      // Nothing of the browser's own may ask the network for anything.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A call's camera and microphone are the browser's own test picture and beep.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
})
