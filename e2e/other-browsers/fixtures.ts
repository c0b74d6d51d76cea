import { mkdirSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test as base, isNoReplyError } from '../kit/school.ts'
import type { BrowserWindow, RunningBrowser } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

const engines = { firefox: startFirefox, webkit: startWebKit }

/**
 * A journey in a browser other than Chromium. Script and console errors fail it. Chromium starts
 * only for `somebodyElse`.
 */
export const test = base.extend<
  { other: BrowserWindow },
  { engineName: keyof typeof engines; engine: RunningBrowser }
>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await engines[engineName]()
      await use(engine)
      await engine.end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  other: async ({ engine, school }, use, info) => {
    const browser = await engine.openWindow(school.url)
    await use(browser)
    if (info.status !== info.expectedStatus)
      await browser.takePicture(info.outputPath('failed.png'))
    await browser.close()
  },
  complaints: async ({ other, school }, use) => {
    const complaints: string[] = []
    await use(complaints)
    const others = other.complaints.filter(
      (complaint) => !isNoReplyError(complaint.replace(/^console: /, ''), school),
    )
    expect([...complaints, ...others]).toEqual([])
  },
})

export { expect }

/** The path of a screenshot for people to look at. */
export function getScreenshotPath(screen: string): string {
  mkdirSync('test-results/screens', { recursive: true })
  return `test-results/screens/${screen}.png`
}
