import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import { findTextProblems } from './text-fits.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * Records axe violations in light mode, and overflow beyond the window. `npm run test:long` also
 * checks dark mode and takes screenshots under `test-results/screens`.
 * `web/shell/theme/contrast.test.ts` checks colour contrast.
 */
export async function checkAppearance(page: Page, screen: string): Promise<void> {
  const { isThorough } = test.info().config.metadata
  const schemes = isThorough ? (['light', 'dark'] as const) : (['light'] as const)
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const name = `${screen}-${colorScheme}`
    if (isThorough) await takePicture(page, name)
    await showAsItStays(page)
    expect.soft(await findAxeViolations(page), name).toEqual([])
    expect.soft(await sidewaysOverflow(page), `${name} scrolls sideways`).toBe(0)
  }
}

function takePicture(page: Page, name: string): Promise<Buffer> {
  const path = `test-results/screens/${name}.png`
  return page.screenshot({ path, fullPage: true, animations: 'disabled' })
}

/** Ends running transitions, whose intermediate colours do not count. */
function showAsItStays(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const one of document.getAnimations()) {
      if (one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) one.finish()
    }
  })
}

/** The rows of a long list are alike, and would take most of axe's time. */
const furtherRows = 'tbody tr:nth-child(n + 16)'

/** Axe's violations on the page. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { isThorough } = test.info().config.metadata
  return page.evaluate(
    async (exclude) => {
      const { violations } = await window.axe.run({ exclude }, { resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    isThorough ? [] : [furtherRows],
  )
}

/**
 * Records overflow and clipped text on a small phone with touch. If the whole browser is one,
 * `checkAppearance` and `checkTextFits` have done so.
 */
export async function checkOnPhone(page: Page, screen: string): Promise<void> {
  if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches)) return
  const before = page.viewportSize()
  if (before === null) throw new Error('The window has no size to go back to')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches)
  await expect.soft.poll(() => page.evaluate(findTextProblems), `${screen} on a phone`).toEqual([])
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
