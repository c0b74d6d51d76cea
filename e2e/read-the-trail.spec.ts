import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addDomain } from '#contract/domains.ts'
import { choose } from './answers.ts'
import { expect, test } from './school.ts'
import { goTo, heading } from './shell.ts'

test('an admin finds in the trail who added a domain, and what else was done', async ({
  page,
  school,
}) => {
  const token = await school.tokenOf('admin')
  await school.call(addDomain, { token, body: { name: 'Robotics' } })
  await school.enter(page, 'admin', '/admin')
  await goTo(page, 'Audit trail')
  await expect(heading(page, 'Audit trail')).toBeVisible()
  const lines = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'Signed in' })).not.toHaveCount(0)

  await choose(page.getByRole('search'), 'About', 'Domains')
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('Domain added: Robotics')
  await expect(lines).toContainText('admin@weekward.test')
  await lines.getByText('What changed').click()
  await expect(lines.getByText('POST /admin/add-domain')).toBeVisible()

  await page.getByLabel('Search by person').fill('nobody of that name')
  await expect(page.getByText('No change fits this search.')).toBeVisible()
  await page.getByRole('button', { name: 'Show every change' }).click()
  await expect(lines.filter({ hasText: 'Signed in' })).not.toHaveCount(0)
})

test('before old records are deleted for the first time, an admin reads on the home from when on', async ({
  page,
  school,
}) => {
  const database = new DatabaseSync(join(school.dataDir, 'weekward.db'))
  const from = String(Date.parse('2100-05-03T12:00:00Z'))
  database.prepare(`insert into facts (name, value) values ('deletes from', ?)`).run(from)
  database.close()
  await school.enter(page, 'admin', '/admin')
  const note = page.getByRole('region', { name: 'old records are deleted' })
  await expect(note).toContainText('From Mon May 3 2100 on, old records are deleted')
  await expect(note).toContainText('The audit trail is kept for 730 days')
})
