import { type BrowserContext, launch } from 'puppeteer-core'
import { findFirefox } from '#test/programs/needed-programs.ts'
import { schoolZone } from '../kit/server.ts'
import { type BrowserWindow, initialWindow, type RunningBrowser } from './browser.ts'

/** Starts the installed Firefox with WebDriver BiDi and a test camera. */
export async function startFirefox(): Promise<RunningBrowser> {
  const firefox = await launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? 'firefox',
    env: { ...process.env, TZ: schoolZone },
    extraPrefsFirefox: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      // A mouse, and overlay scrollbars as on a phone, so that 360 px are usable.
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
      'ui.useOverlayScrollbars': 1,
      // Both sides of a call are on this machine.
      'media.peerconnection.ice.loopback': true,
    },
  })
  return {
    openWindow: async (schoolUrl) => openWindow(await firefox.createBrowserContext(), schoolUrl),
    hasCalls: true,
    narrowest: 0,
    end: () => firefox.close(),
  }
}

async function openWindow(context: BrowserContext, schoolUrl: string): Promise<BrowserWindow> {
  const page = await context.newPage()
  await page.setViewport(initialWindow)
  // WebDriver would not say what an error says.
  await page.evaluateOnNewDocument(() => {
    const { console } = window
    const say = console.error
    console.error = (...words) => say(words.map(String).join(' '))
  })
  const complaints: string[] = []
  page.on('pageerror', (error) => {
    // Firefox logs lost connections, which tests cause on purpose.
    const isCutLine = /^Error: (Firefox can’t establish a|The) connection to /.test(String(error))
    if (!isCutLine) complaints.push(`script error: ${error}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  return {
    complaints,
    async open(path) {
      const go = () => page.goto(schoolUrl + path)
      // Firefox drops about one in fifty navigations that immediately follow another.
      await go().catch((error) => {
        if (!/NS_BINDING_ABORTED/.test(String(error))) throw error
        return go()
      })
    },
    run: (expression) => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    async press(key, held) {
      if (held) await page.keyboard.down(held)
      await page.keyboard.press(key)
      if (held) await page.keyboard.up(held)
    },
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    takePicture: async (path) => void (await page.screenshot({ path })),
    close: () => context.close(),
  }
}
