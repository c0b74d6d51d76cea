import { countAllStudents } from '#contract/people/format-student-count.ts'
import { listPeople } from '#contract/people/people.ts'
import { findAxeViolations } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

test('an advisor’s students are handed over, and back by undo, by keyboard', {
  tag: slowTests,
}, async ({ page, school }) => {
  const token = await school.tokenOf('admin')
  const advisors = await school.call(listPeople.advisor, { token, query: { state: 'active' } })
  const [advisor] = advisors.toSorted((a, b) => countAllStudents(b) - countAllStudents(a))
  if (!advisor) throw new Error('There is no advisor')
  await school.enter(page, 'admin', `/admin/person/advisor/${advisor._id}`)
  await expect(heading(page, advisor.name)).toBeVisible()
  await page.getByRole('button', { name: 'Hand over students…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Hand over students' })
  await expect(dialog.getByRole('combobox', { name: 'New advisor' })).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Hand over' }).press('Enter')
  const message = page.getByRole('alert')
  await expect(message).toContainText('handed over')
  await expect(dialog).toBeHidden()
  expect(await findAxeViolations(page)).toEqual([])
  await message.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText(`are back with ${advisor.name}.`)).toBeVisible()
  await expect(heading(page, advisor.name)).toBeFocused()
})
