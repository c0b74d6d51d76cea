import { listPeople } from '#contract/people/people.ts'
import { findAxeViolations } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { onPhone, slowTests } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

test('a reviewer leaves the school, by keyboard', { tag: [onPhone, slowTests] }, async ({
  page,
  school,
}) => {
  const token = await school.tokenOf('admin')
  const reviewers = await school.call(listPeople.reviewer, { token, query: { state: 'active' } })
  const [reviewer] = reviewers.toSorted((a, b) => (b.bookedReviews ?? 0) - (a.bookedReviews ?? 0))
  if (!reviewer) throw new Error('There is no reviewer')
  await school.enter(page, 'admin', `/admin/person/reviewer/${reviewer._id}`)
  await expect(heading(page, reviewer.name)).toBeVisible()
  await page.getByRole('button', { name: 'Record departure…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Record departure of ${reviewer.name}` })
  await expect(dialog.getByLabel('First day away')).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(dialog).toContainText('The weekly availability ends')
  await expect(dialog.getByRole('button', { name: 'Confirm departure' })).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const message = page.getByRole('alert').filter({ hasText: 'Departure recorded.' })
  await expect(message).toBeVisible()
  await message.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText(/^Undone\. /)).toBeVisible()
})
