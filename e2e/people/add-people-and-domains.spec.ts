import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { toast } from '../steps/actions.ts'

test('a domain that could not be added stays in its field', { tag: slowTests }, async ({
  page,
  school,
  complaints,
}) => {
  await school.enter(page, 'admin', '/admin/add-user')
  await page.getByLabel('Domain name').fill('Game Design')
  // The screen's own requests are done.
  await page.waitForLoadState('networkidle')
  await school.stop()
  await page.getByRole('button', { name: 'Add domain' }).click()
  // Such a failure is logged (specification, section 8), and shown beside the button.
  await expect.poll(() => complaints.length).toBe(1)
  expect(complaints.pop()).toContain('The domain was not added')
  const beside = page.getByRole('region', { name: 'ADD DOMAIN' }).getByRole('alert')
  await expect(beside).toContainText('The domain was not added.')
  await expect(beside).toContainText('The server could not be reached.')
  await expect(page.getByLabel('Domain name')).toHaveValue('Game Design')
  await school.startAgain()
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(toast(page, 'Domain added successfully.')).toBeVisible()
  await expect(beside).toHaveCount(0)
})
