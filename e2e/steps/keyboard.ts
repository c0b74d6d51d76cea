import { expect, type Locator, type Page } from '@playwright/test'

/** How often Tab is pressed before somebody gives up. */
const patience = 60

/** Presses Tab until the focus is there; fails where it is nowhere on the way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached()
  for (let presses = 0; presses < patience; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${patience} presses of Tab did not lead to ${target}`)
}

/** Goes to a button or link by Tab and presses it. */
export async function pressByKeys(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Opens the menu of the screen's header by Tab and chooses an entry of it by the arrows. */
export async function chooseByKeys(page: Page, entry: string): Promise<void> {
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

/** Whether something on the screen has the focus, and not the page as a whole. */
export async function expectFocusKept(page: Page): Promise<void> {
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body)
  await expect.poll(hasFocus, 'something has the focus').toBe(true)
}
