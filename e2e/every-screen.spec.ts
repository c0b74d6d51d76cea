import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { roles } from '#contract/roles.ts'
import { expect, test } from './school.ts'
import { everyScreen, type Screen } from './screens.ts'

for (const area of ['anyone', ...roles] as const) {
  test(`every screen of ${area} is without fault for axe and fits its width, in light and dark`, async ({
    page,
    school,
  }, { project }) => {
    const as = area === 'anyone' ? null : area
    const screens = (await everyScreen(school)).filter((screen) => screen.as === as)
    expect(screens.length).toBeGreaterThan(0)
    if (as) await school.enter(page, as)
    for (const screen of screens) {
      await open(page, screen)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
        const name = `${project.name}-${colorScheme}-${screen.name}`
        await page.screenshot({
          path: `test-results/screens/${name}.png`,
          fullPage: true,
          animations: 'disabled',
        })
        expect.soft(await faults(page), name).toEqual([])
        expect.soft(await sidewaysOverflow(page), `${name} scrolls sideways`).toBe(0)
      }
    }
  })
}

/** Goes to a screen and waits until everything on it has arrived. */
async function open(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText('This could not be loaded')).toHaveCount(0)
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
function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
