import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

test('an older address of the manual leads to its heading, and outline and links work', {
  tag: slowTests,
}, async ({ page, school }) => {
  await page.goto(`${school.url}/manual/upgrading.md#going-back`)
  await expect(heading(page, 'Upgrading')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Going back' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Going back' })).toBeInViewport()

  const outline = page.getByRole('navigation', { name: 'On this page' })
  const folded = outline.getByText('On this page')
  if (!(await outline.getByRole('link', { name: 'One process' }).isVisible())) await folded.click()
  await outline.getByRole('link', { name: 'One process' }).click()
  await expect(page.getByRole('heading', { name: 'One process' })).toBeFocused()

  await page.getByRole('article').getByRole('link', { name: 'Bring one back' }).click()
  await expect(heading(page, 'Backups')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bring one back' })).toBeInViewport()
  await page.goBack()
  await expect(heading(page, 'Upgrading')).toBeVisible()
})
