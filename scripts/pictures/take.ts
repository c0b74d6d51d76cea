import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { School } from '../../e2e/school.ts'
import { openScreen, type Screen } from '../../e2e/screens.ts'
import config from '../../playwright.config.ts'

/** One picture of a screen. */
export type Picture = { screen: string; width: number; scheme: Scheme; file: string }

export const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

const touch = { hasTouch: true, isMobile: true }
const windows: BrowserContextOptions[] = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 1024, height: 768 } },
  { viewport: { width: 768, height: 1024 }, ...touch },
  { viewport: { width: 390, height: 844 }, ...touch },
]
export const widths = windows.map(({ viewport }) => viewport?.width ?? 0)

/** What the README shows of a home. */
const homeWindow = { viewport: { width: 1280, height: 800 } }

/** How much of a long page is in its picture, in pixels of the page. */
const longest = 2400

export const launchOptions = config.use?.launchOptions ?? {}

type Wish = { now: number; screens: Screen[]; folder: string }

/** Takes the pictures of screens of one area at every width, in light and dark. */
export async function takeScreens(
  browser: Browser,
  school: School,
  { now, screens, folder }: Wish,
): Promise<Picture[]> {
  const taken = await Promise.all(
    windows.map(async (window, place) => {
      const pictures: Picture[] = []
      await inWindow(browser, school, { window, now, as: screens[0]?.as ?? null }, async (page) => {
        for (const screen of screens) {
          await openScreen(page, screen)
          for (const scheme of schemes) {
            const width = widths[place] ?? 0
            const file = join(folder, `${screen.name}-${width}-${scheme}.png`)
            await show(page, scheme)
            await page.screenshot({ path: file, fullPage: true, clip: await wholePage(page) })
            pictures.push({ screen: screen.name, width, scheme, file })
          }
        }
      })
      return pictures
    }),
  )
  return taken.flat()
}

/** Takes the picture of a home that the README shows. */
export async function takeHome(
  browser: Browser,
  school: School,
  { home, now, file }: { home: Screen; now: number; file: string },
): Promise<void> {
  await inWindow(browser, school, { window: homeWindow, now, as: home.as }, async (page) => {
    await openScreen(page, home)
    await show(page, 'light')
    await page.screenshot({ path: file, type: 'webp', quality: 85 })
  })
}

type Seat = { window: BrowserContextOptions; now: number; as: Screen['as'] }

async function inWindow(
  browser: Browser,
  school: School,
  { window, now, as }: Seat,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const { timezoneId, locale, contextOptions } = config.use ?? {}
  const context = await browser.newContext({
    baseURL: school.url,
    ...(timezoneId ? { timezoneId } : {}),
    ...(locale ? { locale } : {}),
    ...contextOptions,
    ...window,
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  if (as) await school.enter(page, as)
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

async function wholePage(page: Page) {
  const [width, height] = await page.evaluate(() => [
    window.innerWidth,
    document.documentElement.scrollHeight,
  ])
  return { x: 0, y: 0, width: Number(width), height: Math.min(Number(height), longest) }
}
