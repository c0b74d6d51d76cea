import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { listPeople } from '#contract/people/people.ts'
import type { ConcernReason } from '#contract/progress/concern.ts'
import { listStudentReviews } from '#contract/reviews/person-reviews.ts'
import { listStudentsAtRisk } from '#contract/school/at-risk.ts'
import { paths } from '#web/paths.ts'
import { openScreen } from '../open-screen.tsx'
import { findRegion, getFacts } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

/** The first student at risk for a reason, with their newest review. */
async function findStudentAtRisk(school: School, reason: ConcernReason) {
  const token = await school.tokenOf('admin')
  const [student] = await school.call(listStudentsAtRisk, { token, query: { reason } })
  if (!student) throw new Error(`the demo school has nobody who is ${reason}`)
  const query = { student: student._id }
  const [review] = await school.call(listStudentReviews, { token, query })
  return { student, review }
}

/** The page's first heading once it is loaded, with the student's progress below. */
async function findSummary() {
  return waitFor(() => {
    const [first] = screen.getAllByRole('heading', { level: 2 })
    if (!first || /^(Profile|Reviews)$/.test(first.textContent ?? ''))
      throw new Error('Nothing stands first yet')
    return first
  })
}

test('an admin first reads why a student is stuck, and who is responsible', async () => {
  const school = await startDemoSchool()
  const { student, review } = await findStudentAtRisk(school, 'overdue')
  await openScreen(school, { as: 'admin', at: paths.person('student', student._id) })
  const answer = await findSummary()
  expect(answer).toHaveTextContent(/^Overdue since \w/)
  const facts = getFacts(await findRegion(answer.textContent ?? ''))
  expect(facts).toMatchObject({
    Advisor: student.advisor?.name,
    Reviewer: review?.reviewer?.name ?? 'not scheduled',
    Slot: 'not scheduled',
  })
  const advisor = (await findRegion(answer.textContent ?? '')).getByRole('link', {
    name: student.advisor?.name ?? '',
  })
  expect(advisor).toHaveAttribute('href', paths.person('advisor', student.advisor?._id ?? ''))
})

test('an admin reads that a student is on track, or is blocked', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const students = await school.call(listPeople.student, { token })
  const risky = new Set((await school.call(listStudentsAtRisk, { token })).map(({ _id }) => _id))
  const well = students.find((one) => one.isProfileVerified && !risky.has(one._id))
  const id = well?._id ?? ''
  await openScreen(school, { as: 'admin', at: paths.person('student', id) })
  expect(await findSummary()).toHaveTextContent(/^On track in week \d\d: /)
  await school.call(blockUnblock.student, { token, body: { id, action: 'block' } })
  await openScreen(school, { as: 'admin', at: paths.person('student', id) })
  await screen.findByText('Blocked')
  expect(await findSummary()).toHaveTextContent(/^Blocked in week \d\d$/)
})
