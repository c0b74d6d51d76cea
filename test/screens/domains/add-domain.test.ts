import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { fill, follow, goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findField, findHeading, findRegion, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'
import { consoleErrors } from '../set-up.ts'

test('a domain can be added once, and then has a card', async () => {
  await openScreen(await startDemoSchool(), { as: 'admin', at: '/admin/add-user' })
  const form = await findRegion('ADD DOMAIN')
  for (const blank of ['', '   ']) {
    await fill(await findField('Domain name'), blank)
    await press('Add domain')
    await form.findByText('Domain name is required')
  }
  await fill(await findField('Domain name'), 'Game Design')
  await press('Add domain')
  await findToast('Domain added successfully.')
  await fill(await findField('Domain name'), 'game design')
  await press('Add domain')
  await form.findByText('This domain already exists')
  // It is logged too (specification, section 8).
  expect(consoleErrors.pop()).toContain('The domain was not added')

  await goTo('Tasks')
  expect(await screen.findByRole('link', { name: 'Add domain' })).toHaveAttribute(
    'href',
    paths.addDomain,
  )
  await follow(/^Game Design/)
  await findHeading('Game Design')
  await screen.findByText('This domain has no tasks yet.')
})
