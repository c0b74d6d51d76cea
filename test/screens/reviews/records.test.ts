import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { listPeople } from '#contract/people/people.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { paths } from '#web/paths.ts'
import { follow, goTo } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findHeading, findRegion, findRows, getCells } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('a student without reviews has an empty list, and so have staff', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const body = { name: 'Nova Lindgren', email: 'nova@school.test' }
  await school.call(addPerson.student, { token, body })
  await openScreen(school, { as: 'admin', at: `/admin/student-list?search=${body.name}` })
  await follow(body.name)
  await findHeading(body.name)
  await screen.findByText('no reviews found')

  const [advisor] = await school.call(listPeople.advisor, { token })
  await goTo('Advisors')
  await findRows('advisors')
  await follow(advisor?.name ?? '')
  await expectAddress(paths.person('advisor', advisor?._id ?? ''))
})

test('an unknown student or review says so', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: paths.person('student', 'nobody') })
  await screen.findByText('This person does not exist', { selector: 'main *' })
  await openScreen(school, { as: 'admin', at: '/admin/review-details/nothing' })
  await screen.findByText('This review does not exist', { selector: 'main *' })
  await follow('Students')
  await findHeading('Students')
})

test('a coming review shows no attendance', async () => {
  const school = await startDemoSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  await openScreen(school, { as: 'admin', at: paths.person('student', home.student._id) })
  const [coming, held] = await findRows('Reviews')
  expect(getCells(coming)).toContain('Scheduled')
  expect(getCells(coming)).toContain('–')
  expect(coming).not.toHaveTextContent('minute')
  expect(held).toHaveTextContent(/\d+ minutes/)
  await openScreen(school, { as: 'admin', at: paths.reviewDetails('admin', home._id) })
  await findRegion('Student Details')
  expect(screen.queryByRole('region', { name: 'Call' })).toBeNull()
})
