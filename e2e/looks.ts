import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Takes a picture of a page in light and in dark for people to look at, under
 * `test-results/screens`, and notes what axe finds and whether it is wider than its window.
 */
export async function judgeLooks(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const name = `${screen}-${colorScheme}`
    await page.screenshot({
      path: `test-results/screens/${name}.png`,
      fullPage: true,
      animations: 'disabled',
    })
    expect.soft(await faults(page), name).toEqual([])
    expect.soft(await sidewaysOverflow(page), `${name} scrolls sideways`).toBe(0)
  }
}

/** What axe finds on the page, and where. */
async function faults(page: Page): Promise<string[]> {
  // The legacy mode does not look into frames of other origins, of which there are none, and takes
  // half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** By how many pixels the page is wider than its window. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
