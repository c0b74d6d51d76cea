import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { addPerson } from '#contract/accounts.ts'
import { listPeople } from '#contract/people.ts'
import { follow, goTo } from '../do.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'
import { heading, rows } from '../see.ts'

test('a student who has had no review yet has an empty list, and colleagues have none', async () => {
  const school = await demoSchool()
  const token = await school.tokenOf('admin')
  const body = { name: 'Nova Lindgren', email: 'nova@school.test' }
  await school.call(addPerson.student, { token, body })
  await openScreen(school, { as: 'admin', at: `/admin/student-list?search=${body.name}` })
  await follow(body.name)
  await heading(body.name)
  await screen.findByText('no reviews found')

  const [advisor] = await school.call(listPeople.advisor, { token })
  await goTo('Advisors')
  const [first] = await rows('advisors')
  expect(first).toHaveTextContent(advisor?.name ?? '')
  expect(within(first ?? document.body).queryAllByRole('link')).toEqual([])
})

test('a student and a review that are not there say so', async () => {
  const school = await demoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/student-reviews/nobody' })
  await screen.findByText('This student does not exist', { selector: 'main *' })
  await openScreen(school, { as: 'admin', at: '/admin/review-details/nothing' })
  await screen.findByText('This review does not exist', { selector: 'main *' })
  await follow('Students')
  await heading('Students')
})
