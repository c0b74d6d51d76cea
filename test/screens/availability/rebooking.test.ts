import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getBookingSettings } from '#contract/availability/rebooking-settings.ts'
import { openScreen } from '../open-screen.tsx'
import { findRegion, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('an advisor chooses whether reviews that lose their slot are moved automatically', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  await openScreen(school, { as: { role: 'advisor', token }, at: '/advisor/profile' })
  const card = await findRegion('When a review loses its slot')
  expect(await card.findByRole('radio', { name: 'Ask me' })).toBeChecked()
  await userEvent.click(card.getByRole('radio', { name: 'Rebook same day' }))
  await findToast('Settings saved.')
  await screen.findByText(/^It moves to the best free slot on the same day/)
  expect(await school.call(getBookingSettings, { token })).toEqual({ moveByItself: 'same-day' })
})
