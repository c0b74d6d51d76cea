import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { launchOptions, localeOptions, motion } from '../../e2e/kit/browser-options.ts'
import { type School, storeSession } from '../../e2e/kit/school.ts'
import type { Screen } from '../../e2e/kit/screens.ts'

/** One picture of a screen. */
export type Picture = { screen: string; width: number; scheme: Scheme; file: string }

export const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

const touch = { hasTouch: true, isMobile: true }
const windows = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 1024, height: 768 } },
  { viewport: { width: 768, height: 1024 }, ...touch },
  { viewport: { width: 390, height: 844 }, ...touch },
]
export const widths = windows.map(({ viewport }) => viewport.width)

/** The window of the README's pictures. */
const homeWindow = { viewport: { width: 1280, height: 800 } }

/** The most of a long page that a picture shows, in CSS pixels. */
const longest = 2400

/** The tests' browser with subpixel text positioning, as on current screens. */
export const pictureLaunchOptions = {
  ...launchOptions,
  args: [...launchOptions.args, '--font-render-hinting=none'],
}

/** The signed-in visitor, with their session and the time of the visit. */
export type Visitor = { school: School; role: Role | null; token: string | undefined; now: number }

/** Takes pictures of an area's screens at every width, light and dark. */
export async function takeScreenPictures(
  browser: Browser,
  visitor: Visitor,
  { screens, folder }: { screens: Screen[]; folder: string },
): Promise<Picture[]> {
  const pictures: Picture[] = []
  // One after the other, because a call allows only one page.
  for (const window of windows) {
    await inWindow(browser, visitor, window, async (page) => {
      for (const screen of screens) {
        await page.setViewportSize(window.viewport)
        await goTo(page, screen)
        await openWide(page)
        for (const scheme of schemes) {
          const { width } = window.viewport
          const file = join(folder, `${screen.name}-${width}-${scheme}.png`)
          await show(page, scheme)
          await page.screenshot({ path: file })
          pictures.push({ screen: screen.name, width, scheme, file })
        }
      }
    })
  }
  return pictures
}

/** Takes the README's picture of a home. */
export async function takeHomePicture(
  browser: Browser,
  visitor: Visitor,
  { home, file }: { home: Screen; file: string },
): Promise<void> {
  await inWindow(browser, visitor, homeWindow, async (page) => {
    await goTo(page, home)
    await show(page, 'light')
    await page.screenshot({ path: file, type: 'webp', quality: 85 })
  })
}

async function inWindow(
  browser: Browser,
  { school, role, token, now }: Visitor,
  window: BrowserContextOptions,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: school.url,
    ...localeOptions,
    ...motion,
    ...window,
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  if (role && token) await storeSession(page, school.url, role, token)
  await look(page)
  await context.close()
}

async function show(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const one of document.getAnimations()) {
      if (one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) one.finish()
    }
  })
}

/** Opens a screen and waits until everything is loaded. Allows for a busy machine. */
async function goTo(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await settle(page)
}

/**
 * Makes the window as high as the page, so that sticky elements are at the page's edge and lazy
 * content is loaded.
 */
async function openWide(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  if (whole <= height) return
  await page.setViewportSize({ width, height: Math.min(whole, longest) })
  await settle(page)
}

/** Waits until nothing more is loaded, including idle-time fetches. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
}
