import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listDomains } from '#contract/domains/domains.ts'
import {
  choosePassword,
  fillProfile,
  invitePerson,
  makeProfileCompletion,
  password,
} from '../../accounts/onboard.ts'
import { fill, follow, goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findField, findHeading, findRegion, getFacts } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

/** A new student logs in. */
async function openNewStudent({ hasReview }: { hasReview: boolean }) {
  const school = await startDemoSchool()
  const [domain] = await school.call(listDomains, { token: await school.tokenOf('admin') })
  const student = await invitePerson(school.server, 'student')
  await choosePassword(school.server, student)
  await fillProfile(school.server, student, await makeProfileCompletion(school.server, domain))
  // No API call removes reviews; a student is without one only for a moment.
  if (!hasReview) await removeReviews(school, student.email)
  await openScreen(school, { at: '/login' })
  await screen.findByText(/The demo credentials are filled in/)
  await fill(await findField('Email'), student.email)
  await fill(await findField('Password'), password)
  await press('Login')
  await findHeading('Home')
}

async function removeReviews({ context: { db } }: School, email: string): Promise<void> {
  const student = db.selectFrom('people').select('id').where('email', '=', email)
  await db.deleteFrom('reviews').where('student_id', '=', student).execute()
}

test('a student in the first week has one review, no history, and tasks to start with', async () => {
  await openNewStudent({ hasReview: true })
  const card = await findRegion('Next Review')
  card.getByText('01')
  card.getByText('7 days left')
  card.getByText(/not scheduled/)
  expect(screen.queryByText(/Join into review/)).toBeNull()

  await follow(/Weekly Task/)
  await screen.findByRole('heading', { name: 'This week: week 01' })
  expect(screen.queryByRole('button', { name: /^week/ })).toBeNull()

  await goTo('Manifest')
  await follow(/Week 01/)
  expect(getFacts(await findRegion('Student Details'))).toMatchObject({
    Name: 'New student',
    Week: '01',
    Reviewer: 'not scheduled',
    'Scheduled day': 'not scheduled',
    'Scheduled time': 'not scheduled',
  })
  expect(getFacts(await findRegion('Task Details'))).toEqual({
    'Seminar Video': 'Not added',
    'Progress Video': 'Not added',
    Typing: 'Not added',
  })
})

test('a student without a review reads what comes next, and sees the tasks', async () => {
  await openNewStudent({ hasReview: false })
  await screen.findByText(/Your first review appears here/)
  expect(screen.queryByRole('region', { name: 'Next Review' })).toBeNull()
  await goTo('Manifest')
  await screen.findByText('no reviews found')
  await goTo('Home')
  await follow(/Weekly Task/)
  await findHeading('Weekly Task')
})
