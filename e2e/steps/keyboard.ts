import { expect, type Locator, type Page } from '@playwright/test'

/** The most presses of Tab. */
const patience = 60

/** Presses Tab until an element has the focus. Fails if it is not reachable. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached()
  for (let presses = 0; presses < patience; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${patience} presses of Tab did not lead to ${target}`)
}

/** Tabs to a button or link and presses it. */
export async function pressByKeys(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Tabs to the menu of the screen's header and chooses an entry by the arrow keys. */
export async function chooseFromMenuByKeys(page: Page, entry: string): Promise<void> {
  await pressByKeys(page, page.getByRole('button', { name: 'More actions' }))
  const item = page.getByRole('menuitem', { name: entry, exact: true })
  const focused = page.locator('[role=menuitem]:focus')
  await expect(focused).toHaveCount(1)
  for (let presses = 0; presses < patience; presses += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(item).toHaveCount(0)
}

/** Expects an element, not the body, to have the focus. */
export async function expectFocusKept(page: Page): Promise<void> {
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body)
  await expect.poll(hasFocus, 'something has the focus').toBe(true)
}
