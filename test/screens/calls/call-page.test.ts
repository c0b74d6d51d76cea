import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { getHome } from '#contract/reviews.ts'
import { makePerson } from '../../make.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'

test('nobody else gets into the room', async () => {
  const school = await demoSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  const review = '_id' in home ? home._id : 'no review'
  const { token } = await makePerson(school, 'reviewer', { name: 'Rita Moreau' })
  await openScreen(school, { as: { role: 'reviewer', token }, at: `/reviewer/call/${review}` })
  await screen.findByText('This review does not exist')
  expect(screen.queryByRole('button', { name: 'Call' })).toBeNull()
})
