import { checkAppearance } from '../checks/appearance.ts'
import { getDateInDays } from '../kit/days.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { toast } from '../steps/actions.ts'

// A server keeps the school's settings in memory, so another test's would know this holiday.
test.use({ settings: { SCHOOL_NAME: 'Harbour School' } })

test('an admin adds a holiday, and the availability and the student’s calendar show it', {
  tag: slowTests,
}, async ({ page, school }) => {
  await school.enter(page, 'admin', '/admin/school')
  await page.getByRole('button', { name: 'Add holiday' }).click()
  const form = page.getByRole('dialog', { name: 'Add holiday' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Carnival')
  await form.getByLabel('First day').fill(getDateInDays(1))
  await form.getByLabel('Last day').fill(getDateInDays(2))
  await expect(form.getByRole('status')).toContainText('on these days')
  await checkAppearance(page, 'add-holiday')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toast(page, 'Carnival is added.')).toBeVisible()
  const list = page.getByRole('list', { name: 'Holidays' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await checkAppearance(page, 'holidays')

  await school.enter(page, 'reviewer', '/reviewer/availability')
  const note = page.getByText(/^School holidays: Carnival, /)
  await expect(note).toBeVisible()
  await page.goto(`/reviewer/calendar?date=${getDateInDays(1)}`)
  await expect(note).toBeVisible()
  await expect(page.getByText(/^Carnival/).first()).toBeVisible()
  await checkAppearance(page, 'calendar-with-holiday')

  await school.enter(page, 'student', '/')
  const calendar = page.getByRole('region', { name: 'Calendar' })
  await expect(calendar.getByText(/^Carnival, /)).toBeVisible()
  await checkAppearance(page, 'student-home-with-holiday')
})
