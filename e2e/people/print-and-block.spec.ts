import { listPeople } from '#contract/people/people.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

test('a person’s page is printed without bar, sidebar and buttons', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const token = await school.tokenOf('admin')
  const [student] = await school.call(listPeople.student, { token, query: { state: 'active' } })
  await school.enter(page, 'admin', `/admin/person/student/${student?._id}`)
  await expect(heading(page, student?.name ?? '')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(heading(page, student?.name ?? '')).toBeVisible()
  const main = await page.getByRole('region', { name: 'Profile' }).boundingBox()
  expect(main?.x).toBeLessThan(8)
})

test('the question before blocking a reviewer keeps its buttons in view', {
  tag: slowTests,
}, async ({ page, school }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await school.enter(page, 'admin', '/admin/reviewer-list?search=Priya')
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/lose their slots?|loses its slot/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Yes, block' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
})
