import { findChromium } from '#test/programs/needs.ts'
import { insecureHost } from './server.ts'

const chromium = findChromium()

export const desktop = { viewport: { width: 1280, height: 800 } }

/** A small telephone, held upright. */
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
}

export const place = { timezoneId: 'Europe/Berlin', locale: 'en-US' }

export const motion = { reducedMotion: 'reduce' } as const

/** How each Chromium of the tests, of the pictures and of the benchmarks is started. */
export const launchOptions = {
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
}
