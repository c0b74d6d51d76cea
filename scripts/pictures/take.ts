import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { launchOptions, motion, place } from '../../e2e/kit/browser.ts'
import { keepSession, type School } from '../../e2e/kit/school.ts'
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

/** What the README shows of a home. */
const homeWindow = { viewport: { width: 1280, height: 800 } }

/** How much of a long page is in its picture, in pixels of the page. */
const longest = 2400

/** The tests' browser, with letters as far apart as on a screen of today: not on whole pixels. */
export const pictureLaunchOptions = {
  ...launchOptions,
  args: [...launchOptions.args, '--font-render-hinting=none'],
}

/** Whose screens are looked at, by a session that has been begun before, and when that is. */
export type Visitor = { school: School; role: Role | null; token: string | undefined; now: number }

/** Takes the pictures of screens of one area at every width, in light and dark. */
export async function takeScreens(
  browser: Browser,
  visitor: Visitor,
  { screens, folder }: { screens: Screen[]; folder: string },
): Promise<Picture[]> {
  const pictures: Picture[] = []
  // One after the other: of a call only one page is open at a time.
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

/** Takes the picture of a home that the README shows. */
export async function takeHome(
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
    ...place,
    ...motion,
    ...window,
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  if (role && token) await keepSession(page, school.url, role, token)
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

/** Goes to a screen, as long as a busy machine may take for it, and waits until all is there. */
async function goTo(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await settle(page)
}

/**
 * Makes the window as high as the page, so that what stands by the window's edge stands by the
 * page's, and what comes when it is looked at has come.
 */
async function openWide(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  if (whole <= height) return
  await page.setViewportSize({ width, height: Math.min(whole, longest) })
  await settle(page)
}

/** Waits until nothing more comes: also what the page fetches once it has nothing else to do. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
}
