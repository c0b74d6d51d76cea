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

test('in a browser that cannot hold calls one reads so, in place of the buttons', async () => {
  const school = await demoSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  const at = `/call/${'_id' in home ? home._id : 'no review'}`
  await openScreen(school, { as: 'student', at })
  // The browser of these tests is one of those.
  await screen.findByText(/^This browser cannot hold calls/)
  expect(screen.queryByRole('button', { name: 'Share Your Vedio' })).toBeNull()
})
