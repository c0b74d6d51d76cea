import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { healthNames } from '#contract/health.ts'
import { press } from '../do.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'

const list = async (name: string) => within(await screen.findByRole('region', { name }))

test('Health says first how much is to be done, then each thing with what to do, and looks again', async () => {
  const school = await demoSchool({ appUrl: 'http://127.0.0.1' })
  await openScreen(school, { as: 'admin', at: '/admin/health' })
  expect(await screen.findByText('1 thing to do.')).toBeVisible()
  const toDo = await list('To do')
  expect(toDo.getByRole('heading', { name: 'Mails that failed' })).toBeVisible()
  expect(toDo.getByText(/^See why in the list of mails/)).toBeVisible()
  expect(toDo.getByRole('link')).toHaveAttribute('href', '/admin/mails?state=failed')
  const fine = await list('Fine')
  expect(fine.getAllByRole('listitem')).toHaveLength(Object.keys(healthNames).length - 1)

  await school.context.db.updateTable('outbox').set({ dropped_at: 1 }).execute()
  await press('Check again')
  expect(await screen.findByText('All is fine.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'To do' })).toBeNull())
})
