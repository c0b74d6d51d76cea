import { findChromium } from '#test/programs/needed-programs.ts'
import { insecureHost } from './server.ts'

const chromium = findChromium()

export const desktop = { viewport: { width: 1280, height: 800 } }

/** A small phone in portrait. */
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
}

export const localeOptions = { timezoneId: 'Europe/Berlin', locale: 'en-US' }

export const motion = { reducedMotion: 'reduce' } as const

/** Launch options of Chromium for tests, pictures and benchmarks. */
export const launchOptions = {
  // Without Chromium, tests can only be listed.
  ...(chromium ? { executablePath: chromium } : {}),
  // Keeps the browser itself from using the network.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    `--host-resolver-rules=MAP ${insecureHost} 127.0.0.1`,
    // Uses a test video and beep as camera and microphone, at the lowest frame rate, because this
    // machine encodes and decodes every frame.
    '--use-fake-device-for-media-stream=fps=5',
    '--use-fake-ui-for-media-stream',
  ],
}
