import { findAxeViolations } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { rows } from '../steps/lists.ts'
import { heading } from '../steps/shell.ts'

test('all that match are paused by keyboard, and it is undone', { tag: slowTests }, async ({
  page,
  school,
}) => {
  await school.enter(page, 'admin', '/admin/student-list?state=active&sort=name')
  await rows(page, 'students').nth(0).getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Selected people' })
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: 'Select all that match' }).press('Enter')
  await expect(bar.getByRole('button', { name: 'Clear selection' })).toBeFocused()
  const selected = Number((await bar.getByRole('status').innerText()).replace(/\D/g, ''))
  expect(selected).toBeGreaterThan(50)
  await bar.getByRole('button', { name: 'Change…' }).press('Enter')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('menuitem', { name: `Pause course (${selected})` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pause course' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expect(dialog).toContainText('freed, and the reviewers are notified')
  await page.keyboard.type('Summer')
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Pause' }).press('Enter')
  const message = page.getByRole('alert').filter({ hasText: `${selected} people paused.` })
  await expect(message).toBeVisible({ timeout: 20_000 })
  await expect(heading(page, 'Students')).toBeFocused()
  await message.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText(`Undone for ${selected} of ${selected}.`)).toBeVisible({
    timeout: 20_000,
  })
})

test('changing the advisor shows the loads', { tag: slowTests }, async ({ page, school }) => {
  await school.enter(page, 'admin', '/admin/student-list?state=active')
  for (const place of [0, 1]) await rows(page, 'students').nth(place).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected people' })
  await bar.getByRole('button', { name: 'Change…' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Change advisor (2)' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change advisor' })
  await expect(dialog.getByText(/ then (has|have) .*students?|stays the same/)).toBeVisible()
  await expect(
    dialog.getByRole('table', { name: 'Students and open reviews of each advisor' }),
  ).toBeAttached()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
