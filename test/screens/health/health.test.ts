import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import { healthCheckLabels } from '#contract/health.ts'
import { press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { startDemoSchool } from '../school.ts'

/** A temporary data folder for a server, removed after the test. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-health-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const list = async (name: string) => within(await screen.findByRole('region', { name }))

test('Health shows the number of problems first, then each check with advice, and can check again', async () => {
  const school = await startDemoSchool({ appUrl: 'http://127.0.0.1', dataDir: ownFolder() })
  await openScreen(school, { as: 'admin', at: '/admin/health' })
  expect(await screen.findByText('1 check needs attention')).toBeVisible()
  const toDo = await list('To fix')
  expect(toDo.getByRole('heading', { name: 'Failed emails' })).toBeVisible()
  expect(toDo.getByText(/^See why in the list of emails/)).toBeVisible()
  const ways = () => toDo.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways()).toEqual(['/admin/mails?state=failed', '/manual/run/mail'])
  const fine = await list('OK')
  expect(fine.getAllByRole('listitem')).toHaveLength(Object.keys(healthCheckLabels).length - 1)
  // A passed check has no advice.
  expect(fine.queryAllByRole('link')).toEqual([])

  await school.context.db.updateTable('outbox').set({ dropped_at: 1 }).execute()
  await press('Check again')
  expect(await screen.findByText('All checks passed')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'To fix' })).toBeNull())
})

test('a mail server set on the page can be corrected there, one link away', async () => {
  const smtpUrl = 'smtp://127.0.0.1:1'
  const school = await startDemoSchool({ appUrl: 'http://127.0.0.1', smtpUrl })
  await openScreen(school, { as: 'admin', at: '/admin/health' })
  const toDo = await list('To fix')
  expect(toDo.getByText(/^Check host and port in School settings/)).toBeVisible()
  expect(toDo.getByRole('link', { name: 'School settings' })).toHaveAttribute(
    'href',
    '/admin/school',
  )
})
