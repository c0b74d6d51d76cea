import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { failRequests, goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findRegion } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('a home that fails to load shows one error with a retry button', async () => {
  await openScreen(await startDemoSchool(), { as: 'student', at: '/manifest' })
  const mend = failRequests('/home')
  await goTo('Home')
  await screen.findByText('This could not be loaded')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Home')
  expect(screen.queryByRole('table')).toBeNull()
  mend()
  await press('Try again')
  await findRegion('Next Review')
})
