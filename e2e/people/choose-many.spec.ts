import { listPeople } from '#contract/people/people.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer } from '../steps/actions.ts'
import { isShownAsCards, rows } from '../steps/lists.ts'

test('no toast covers the selection bar', { tag: slowTests }, async ({ page, school }) => {
  await school.enter(page, 'admin', '/admin/student-list?state=active')
  const token = await school.tokenOf('admin')
  const [blocked] = await school.call(listPeople.student, { token, query: { state: 'active' } })
  const name = blocked?.name ?? ''
  const [first, second] = [rows(page, 'students').nth(0), rows(page, 'students').nth(1)]
  await second.getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected people' })
  await expect(bar).toContainText('1 selected')
  await first.getByRole('button', { name: 'Block' }).click()
  const question = `Are you sure you want to block ${name}? They are signed out at once, and their API tokens are revoked for good.`
  await answer(page, question, 'Yes, block')
  const said = page.getByRole('alert').filter({ hasText: `${name} is blocked.` })
  await expect(said).toBeVisible()
  await expect(bar).toBeInViewport({ ratio: 1 })
  const [above, below] = [await said.boundingBox(), await bar.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  // At a desk it may stand beside what the header holds.
  if (isShownAsCards(page)) expect(above?.y).toBeGreaterThanOrEqual(56)
})
