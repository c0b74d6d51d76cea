import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listOwnReviews, listReviews } from '#contract/reviews/reviews.ts'
import { listWeeklyTasks } from '#contract/tasks/tasks.ts'
import { follow, press } from '../actions.ts'
import { formatTwoDigits, schoolZone } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import {
  expectAddress,
  findRegion,
  formatMarkBesidePrevious,
  getFacts,
  getTexts,
} from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

/** A date as the details format it: 'Mon Jan 5 2024'. */
function formatDate(date: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone,
  })
    .format(new Date(date))
    .replaceAll(',', '')
}

async function readReviews(school: School) {
  return school.call(listOwnReviews, { token: await school.tokenOf('student') })
}

test('a review’s details are four read-only cards', async () => {
  const school = await startDemoSchool()
  const [before, review] = await readReviews(school)
  if (!before || !review?.day) throw new Error('The second review has no slot')
  await openScreen(school, { as: 'student', at: `/review-details/${review._id}` })
  expect(getFacts(await findRegion('Student Details'))).toEqual({
    Name: 'Amara Okafor',
    Week: '02',
    Domain: 'Web Development',
    Advisor: 'Henrik Lindqvist',
    Reviewer: review.reviewer?.name,
    'Review date': formatDate(review.date, schoolZone),
    'Scheduled day': formatDate(review.day, 'UTC'),
    'Scheduled time': review.time,
  })
  expect(formatDate('2024-01-05', 'UTC')).toBe('Fri Jan 5 2024')
  expect(getFacts(await findRegion('Mark'))).toEqual({
    'Code mark': formatMarkBesidePrevious(review.mark.code, before.mark.code),
    'Theory mark': formatMarkBesidePrevious(review.mark.theory, before.mark.theory),
    'Week status': 'Task Needs Improvement last week Task Completed',
  })
  const pending = await findRegion('Pending tasks')
  expect(getTexts(pending.getAllByRole('listitem'))).toEqual(review.pendingTask)
  expect(getFacts(await findRegion('Task Details'))).toEqual({
    'Seminar Video': review.taskStatus.seminar,
    'Progress Video': review.taskStatus.progress,
    Typing: review.taskStatus.typing,
  })
  const inputs = ['input', 'textarea', 'select', 'button'].map((kind) => `main ${kind}`)
  expect(document.querySelectorAll(inputs.join())).toHaveLength(0)
})

test('a student cannot open somebody else’s review', async () => {
  const school = await startDemoSchool()
  const own = new Set((await readReviews(school)).map(({ _id }) => _id))
  const advised = await school.call(listReviews.advisor, { token: await school.tokenOf('advisor') })
  const other = advised.find(({ _id }) => !own.has(_id))
  await openScreen(school, { as: 'student', at: `/review-details/${other?._id}` })
  await screen.findByText('This review does not exist', { selector: 'main *' })
  await follow('Go to Home')
  await expectAddress('/')
})

test('the manifest shows the current week and the results of each week', async () => {
  const school = await startDemoSchool()
  const [first] = await readReviews(school)
  await openScreen(school, { as: 'student', at: '/manifest' })
  await screen.findByText(
    /^You are in week 05 of Web Development\. Each review goes through these steps: /,
  )
  const list = within(await screen.findByRole('list', { name: 'Reviews' }))
  const [card, ...others] = list.getAllByRole('listitem')
  expect(card).toHaveTextContent(
    `${first?.mark.weekStatus}Code ${first?.mark.code} · Theory ${first?.mark.theory}`,
  )
  await screen.findByText('You are here')
  expect(others.at(-1)).toHaveTextContent(/^Week 05.*You are here/)
  expect(screen.getByRole('link', { current: 'step' })).toHaveTextContent('Week 05')
})

test('a week of the Weekly Task shows its review’s result, and links to it', async () => {
  const school = await startDemoSchool()
  const week = (await readReviews(school)).find((review) => review.week === 2)
  await openScreen(school, { as: 'student', at: '/weekly-task' })
  await press('week 02')
  await screen.findByText(
    `${week?.mark.weekStatus}: code ${week?.mark.code}, theory ${week?.mark.theory}.`,
  )
  await follow('Review Details')
  await expectAddress(`/review-details/${week?._id}`)
})

test('the Weekly Task lists coming weeks without their content', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('student')
  const { tasks, ahead } = await school.call(listWeeklyTasks, { token })
  expect(tasks.at(-1)?.week).toBe(5)
  expect(ahead[0]).toBe(6)
  await openScreen(school, { as: 'student', at: '/weekly-task' })
  const coming = await findRegion('Weeks ahead')
  expect(getTexts(coming.getAllByRole('listitem'))).toEqual(
    ahead.map((week) => `week ${formatTwoDigits(week)}`),
  )
  expect(coming.queryAllByRole('button')).toEqual([])
})
