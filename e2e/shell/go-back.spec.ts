import type { Page } from '@playwright/test'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { rows, scrollToRow } from '../steps/lists.ts'
import { addManyStudents } from '../steps/schools/many-students.ts'
import { heading } from '../steps/shell.ts'

/** Holds the server's replies to a page's list until `letGo`. `held` counts them. */
async function holdList(page: Page) {
  const gate = Promise.withResolvers<void>()
  const held: string[] = []
  await page.route('**/admin/all-student?*', async (route) => {
    held.push(route.request().url())
    await gate.promise
    await route.continue()
  })
  return { held, letGo: () => gate.resolve() }
}

test('going back to a list shows it at once at the same row, then updates it', {
  tag: slowTests,
}, async ({ page, school }) => {
  addManyStudents(school, 200)
  const token = await school.enter(page, 'admin', '/admin/student-list')
  const name = 'Zyta 00123'
  const row = rows(page, 'students').filter({ hasText: name })
  await scrollToRow(page, name)
  await expect(row.getByRole('link')).toBeInViewport()
  const before = await row.boundingBox()
  await row.getByRole('link').click()
  await expect(heading(page, name)).toBeVisible()
  await expect(heading(page, name)).toBeInViewport()

  const action = 'block'
  await school.call(blockUnblock.student, { token, body: { id: 'zyta-00123', action } })
  // Data older than ten seconds is refetched.
  await page.clock.setFixedTime(Date.now() + 11_000)
  const list = await holdList(page)
  await page.goBack()
  await expect(row).toBeInViewport()
  expect(await row.boundingBox()).toEqual(before)
  await expect(row.getByRole('button', { name: 'Block', exact: true })).toBeVisible()
  await expect.poll(() => list.held.length).toBeGreaterThan(0)
  list.letGo()
  await expect(row.getByRole('button', { name: 'Unblock', exact: true })).toBeVisible()
  expect((await row.boundingBox())?.y).toBe(before?.y)
})
