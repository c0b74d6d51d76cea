import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

test('a 24-hour clock is chosen by keyboard and kept after a reload', { tag: slowTests }, async ({
  page,
  school,
}) => {
  await school.enter(page, 'reviewer', '/reviewer/profile')
  const clock = page.getByRole('region', { name: 'Clock' })
  await expect(clock.getByRole('radio', { name: '9:30 PM' })).toBeChecked()
  await clock.getByRole('radio', { name: '9:30 PM' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(clock.getByRole('radio', { name: '21:30' })).toBeChecked()
  await page.goto(`${school.url}/reviewer/calendar`)
  await expect(heading(page, 'Calendar')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText(/\d\d:\d\d/).first()).toBeVisible()
  await expect(main.getByText(/\d (AM|PM)/)).toHaveCount(0)
})
