import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** What axe knows of colours; all else on a page is the same in light and dark. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * Notes what axe finds on a page in light and in dark, and whether it is wider than its window. In
 * dark axe looks at the colours alone. `npm run test:long` looks at everything there too, and takes
 * pictures for people to look at, under `test-results/screens`.
 */
export async function judgeLooks(page: Page, screen: string): Promise<void> {
  const { isThorough } = test.info().config.metadata
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const name = `${screen}-${colorScheme}`
    if (isThorough) await takePicture(page, name)
    await showAsItStays(page)
    const rules = colorScheme === 'dark' && !isThorough ? rulesOfColour : undefined
    expect.soft(await faults(page, rules), name).toEqual([])
    expect.soft(await sidewaysOverflow(page), `${name} scrolls sideways`).toBe(0)
  }
}

function takePicture(page: Page, name: string): Promise<Buffer> {
  const path = `test-results/screens/${name}.png`
  return page.screenshot({ path, fullPage: true, animations: 'disabled' })
}

/** Ends what is still moving: the colours between two states are nobody's choice. */
function showAsItStays(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const one of document.getAnimations()) {
      if (one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) one.finish()
    }
  })
}

/** The rows of a long list are all made alike, and axe's time is theirs. */
const furtherRows = 'tbody tr:nth-child(n + 16)'

/** What axe finds on the page, by these rules or by all, and where. */
async function faults(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { isThorough } = test.info().config.metadata
  return page.evaluate(
    async ({ runOnly, exclude }) => {
      const only = runOnly ? { runOnly } : {}
      const options = { resultTypes: ['violations' as const], ...only }
      const { violations } = await window.axe.run({ exclude }, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    { runOnly: rules, exclude: isThorough ? [] : [furtherRows] },
  )
}

/**
 * Notes when a page is wider than a small telephone, whose controls are made for fingers. Where the
 * whole browser is one, `judgeLooks` has noted it.
 */
export async function judgeOnPhone(page: Page, screen: string): Promise<void> {
  if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches)) return
  const before = page.viewportSize()
  if (before === null) throw new Error('The window has no size to go back to')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches)
  await expect.soft
    .poll(() => sidewaysOverflow(page), `${screen} scrolls sideways on a phone`)
    .toBe(0)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await browser.detach()
  await page.setViewportSize(before)
}

/** By how many pixels the page is wider than its window. */
function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
