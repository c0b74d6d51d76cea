import { readFile } from 'node:fs/promises'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'

test('an admin saves the students of a week as a file, and reviewers’ hours', {
  tag: slowTests,
}, async ({ page, school }) => {
  await school.enter(page, 'admin', '/admin/student-list?state=active')
  const shown = await page.getByRole('table', { name: 'students' }).locator('tbody tr').count()
  await page.getByRole('button', { name: 'More actions' }).click()
  const students = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  const file = await students
  expect(file.suggestedFilename()).toMatch(/^students-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('name,email,domain,week,advisor')
  expect(lines.length).toBeGreaterThan(shown)
  await expect(page.getByText(/^Saved as students-/)).toBeVisible()

  await school.enter(page, 'admin', '/admin/reviewer-list')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Hours' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hours' })).toBeFocused()
  const hours = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Download as a file' }).click()
  const saved = await hours
  expect(saved.suggestedFilename()).toMatch(/^hours-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await saved.path(), 'utf8')).toMatch(/^\uFEFFdate,reviewer,email,domain,/)
})
