import { screen } from '@testing-library/dom'
import { test } from 'vitest'
import { makePerson } from '../../make.ts'
import { goTo } from '../do.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'

test('a reviewer whom nobody has booked reads that no reviews are pending', async () => {
  const school = await demoSchool()
  const { token } = await makePerson(school, 'reviewer', { name: 'Rita Moreau' })
  await openScreen(school, { as: { role: 'reviewer', token }, at: '/reviewer' })
  await screen.findByText('you have no reviews pending')
  await goTo('Reviews List')
  await screen.findByText('no reviews found')
})
