import { readFile } from 'node:fs/promises'
import { listPeople } from '#contract/people/people.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

test('an admin downloads a person’s data and erases them with the keyboard', {
  tag: slowTests,
}, async ({ page, school }) => {
  const token = await school.tokenOf('admin')
  const query = { state: 'waiting' } as const
  const [student] = await school.call(listPeople.student, { token, query })
  const { _id: id = '', name = '', email = '' } = student ?? {}
  await school.enter(page, 'admin', `/admin/person/student/${id}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download data' }).click()
  await expect(page.getByText(/^Saved as /)).toBeVisible()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(email)

  await page.getByRole('button', { name: 'Erase…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Erase ${name}` })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Erase…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Erased\. What remains is under the name/)).toBeVisible()
  await expect(heading(page, 'Students')).toBeVisible()
  await school.enter(page, 'admin', `/admin/student-list?search=${encodeURIComponent(email)}`)
  await expect(page.getByText('No people match this search.')).toBeVisible()
})
