import { checkAppearance } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'

test(
  'a plan is reviewed and booked by keyboard, and skipped lines with the mouse',
  { tag: slowTests },
  async ({ page, school }, { project }) => {
    await school.enter(page, 'advisor', '/advisor')
    const { keyboard } = page
    const bar = page.getByRole('region', { name: 'Book the plan' })
    const lines = page.getByRole('list', { name: 'Plan' }).locator(':scope > li')

    await page.getByRole('link', { name: 'Schedule for me' }).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Schedule for me' })).toBeFocused()
    await page.getByRole('checkbox', { name: /^As soon as possible/ }).focus()
    await keyboard.press('Space')
    await expect(bar).toContainText(/^(\d+) of \1 selected/)
    await expect(bar.getByRole('button')).toBeInViewport()
    const count = await lines.count()

    const opener = lines.first().getByRole('button', { name: /^Change slot for/ })
    await opener.focus()
    await keyboard.press('Enter')
    const best = lines
      .first()
      .getByRole('list', { name: /^Best slots for/ })
      .getByRole('button')
    await expect(best).toHaveCount(5)
    await keyboard.press('Tab')
    await expect(best.first()).toBeFocused()
    await keyboard.press('ArrowRight')
    await expect(best.nth(1)).toBeFocused()
    await checkAppearance(page, `${project.name}-plan-with-best-slots`)
    // Another line's slot could be booked for one of both only.
    const texts = await best.allTextContents()
    const place = texts.findIndex((text, index) => index > 0 && !text.includes('Planned for'))
    for (let at = 1; at < place; at++) await keyboard.press('ArrowRight')
    await expect(best.nth(place)).toBeFocused()
    const slot = await best.nth(place).locator('time').textContent()
    await keyboard.press('Enter')
    await expect(opener).toBeFocused()
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await expect(lines.first()).toContainText(`${slot}`)

    const last = lines.last().getByRole('checkbox')
    await last.focus()
    await keyboard.press('Space')
    await expect(bar).toContainText(`${count - 1} of ${count} selected`)
    await bar.getByRole('button', { name: /^Book \d+ reviews?$/ }).focus()
    await keyboard.press('Enter')
    await expect(bar.getByRole('status')).toBeFocused()
    await expect(bar.getByRole('status')).toContainText('booked')
    await expect(lines.first()).toContainText(/^\S.*Booked/)
    await checkAppearance(page, `${project.name}-plan-booked`)

    await last.click()
    await bar.getByRole('button', { name: 'Book 1 review' }).click()
    await expect(lines.last()).toContainText('Booked')
    await expect(bar.getByRole('button')).toHaveCount(0)
    await lines
      .last()
      .getByRole('link', { name: /^View the review of/ })
      .click()
    await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
  },
)
