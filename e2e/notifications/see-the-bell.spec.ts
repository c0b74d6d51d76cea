import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { bell } from '../steps/notifications.ts'

/** The number of pixels of one element that another covers. */
async function covered(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) return Number.NaN
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

for (const { unread, shown } of [
  { unread: 7, shown: '7' },
  { unread: 12, shown: '12' },
  { unread: 100, shown: '99+' },
]) {
  test(`a bell with ${shown} unread notifications is visible, and so is what is beside it`, {
    tag: shown === '99+' ? [] : slowTests,
  }, async ({ page, school }) => {
    await page.route('**/unread-notices', (route) => route.fulfill({ json: { unread } }))
    await school.enter(page, 'student')
    const number = page.getByText(shown, { exact: true }).and(page.locator('[aria-hidden]'))
    const icon = bell(page).locator('svg')
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await expect(number).toBeVisible()
      const { width: wide, height } = (await icon.boundingBox()) ?? { width: 0, height: 0 }
      // The number may cover its corner only.
      expect(await covered(icon, number)).toBeLessThan((wide * height) / 6)
      for (const other of await others(page)) {
        for (const part of await other.locator('svg, [class*=avatar]').all()) {
          if (!(await part.isVisible())) continue
          expect(await covered(part, number), `${width}: ${await other.innerHTML()}`).toBe(0)
        }
      }
    }
  })
}

/** The other buttons of the bar. */
function others(page: Page): Promise<Locator[]> {
  const pressed = page.getByRole('banner').locator('a, button').filter({ visible: true })
  return pressed.and(page.locator(':not([aria-label=Notifications])')).all()
}
