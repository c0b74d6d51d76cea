import { listPeople } from '#contract/people/people.ts'
import { findAxeViolations } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer, toast } from '../steps/actions.ts'
import { heading } from '../steps/shell.ts'

test('a student’s course is paused and resumed from their page, by keyboard', {
  tag: slowTests,
}, async ({ page, school }) => {
  const token = await school.tokenOf('admin')
  const query = { state: 'active' } as const
  const [student] = await school.call(listPeople.student, { token, query })
  if (!student) throw new Error('There is no student')
  await school.enter(page, 'admin', `/admin/person/student/${student._id}`)
  await expect(heading(page, student.name)).toBeVisible()
  await page.getByRole('button', { name: 'Pause…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pause course' })
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await reason.fill('Parental leave')
  await dialog.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
  await expect(toast(page, `${student.name}: course paused.`)).toBeVisible()
  await expect(page.getByText('The course is paused: Parental leave')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Resume…' }).press('Enter')
  const question = `Resume the course of ${student.name}? The open review is due in 7 days. ${student.name} and the advisor are notified.`
  await answer(page, question, 'Yes, resume')
  await expect(toast(page, `${student.name}: course resumed.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause…' })).toBeVisible()
})
