import type { Locator } from '@playwright/test'
import { listManifest, listReviews, type Review, updateMark } from '#contract/reviews.ts'
import { expect, type School, test } from './school.ts'
import { schoolZone } from './server.ts'
import { factsOf, goTo, heading } from './shell.ts'

/** A date as the details write it: 'Mon Jan 5 2024'. */
function written(date: string, timeZone: string): string {
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

async function reviewsOf(school: School): Promise<Review[]> {
  return school.call(listManifest, { token: await school.tokenOf('student') })
}

/** The colour of the dot before a state's word. */
async function expectDot(word: Locator, colour: string): Promise<void> {
  await expect(word.locator('xpath=preceding-sibling::*[1]')).toHaveCSS('background-color', colour)
}

const green = 'rgb(64, 192, 87)'
const red = 'rgb(250, 82, 82)'

test('the manifest lists every week, the first one first, and each card opens its review', async ({
  page,
  school,
}) => {
  const reviews = await reviewsOf(school)
  await school.enter(page, 'student')
  await goTo(page, 'Manifest')
  const cards = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
  await expect(cards.getByRole('heading')).toHaveText([
    'Week 01',
    'Week 02',
    'Week 03',
    'Week 03',
    'Week 04',
    'Week 05',
  ])
  await expect(cards.nth(1)).toContainText('Task Needs Improvement')
  // Anywhere on the card will do.
  await cards.nth(2).click({ position: { x: 12, y: 60 } })
  await expect(page).toHaveURL(`/review-details/${reviews[2]?._id}`)
  await expect(heading(page, 'Review Details')).toBeFocused()
})

test('a review’s details stand on four cards, and nothing on them can be changed', async ({
  page,
  school,
}) => {
  const review = (await reviewsOf(school))[1]
  if (!review?.day) throw new Error('The second review has no slot')
  await school.enter(page, 'student', `/review-details/${review._id}`)
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(card('Student Details')).toBeVisible()
  expect(await factsOf(card('Student Details'))).toEqual({
    Name: 'Amara Okafor',
    Week: '02',
    Domain: 'Web Development',
    Advisor: 'Henrik Lindqvist',
    Reviewer: review.reviewer?.name,
    'Review date': written(review.date, schoolZone),
    'Scheduled day': written(review.day, 'UTC'),
    'Scheduled time': review.time,
  })
  expect(written('2024-01-05', 'UTC')).toBe('Fri Jan 5 2024')
  expect(await factsOf(card('Mark'))).toEqual({
    'Code mark': String(review.mark.code),
    'Theory mark': String(review.mark.theory),
    'Week status': 'Task Needs Improvement',
  })
  await expect(card('Pending tasks').getByRole('listitem')).toHaveText(review.pendingTask)
  expect(await factsOf(card('Task Details'))).toEqual({
    'Seminar Video': review.taskStatus.seminar,
    'Progress Video': review.taskStatus.progress,
    Typing: review.taskStatus.typing,
  })
  for (const kind of ['textbox', 'combobox', 'spinbutton', 'radio', 'button'] as const) {
    await expect(page.getByRole('main').getByRole(kind)).toHaveCount(0)
  }
})

test('every state has its word and its coloured dot', async ({ page, school }) => {
  const reviews = await reviewsOf(school)
  const present = reviews[5]?._id ?? ''
  const mark = { code: 40, theory: 45.5, weekStatus: 'Task Critical' as const }
  const reviewer = await school.tokenOf('reviewer')
  await school.enter(page, 'student', `/review-details/${present}`)
  const card = page.getByRole('region', { name: 'Mark', exact: true })
  await expect(card).toBeVisible()
  expect(await factsOf(card)).toEqual({
    'Code mark': 'none yet',
    'Theory mark': 'none yet',
    'Week status': 'none yet',
  })
  await school.call(updateMark, { token: reviewer, body: { id: present, value: { mark } } })
  for (const [place, word, colour] of [
    [0, 'Task Completed', green],
    [1, 'Task Needs Improvement', 'rgb(250, 176, 5)'],
    [2, 'Week Repeat', 'rgb(34, 139, 230)'],
    [5, 'Task Critical', 'rgb(253, 126, 20)'],
  ] as const) {
    await page.goto(`/review-details/${reviews[place]?._id}`)
    await expectDot(card.getByText(word, { exact: true }), colour)
  }
  expect(await factsOf(card)).toMatchObject({ 'Code mark': '40', 'Theory mark': '45.5' })

  const tasks = page.getByRole('region', { name: 'Task Details' })
  for (const [state, colour] of [
    ['Not added', red],
    ['completed', green],
  ] as const) {
    const review = reviews.find(({ taskStatus }) => Object.values(taskStatus).includes(state))
    await page.goto(`/review-details/${review?._id}`)
    await expectDot(tasks.getByText(state, { exact: true }).first(), colour)
  }
})

test('somebody else’s review is not there for a student', async ({ page, school }) => {
  const own = new Set((await reviewsOf(school)).map(({ _id }) => _id))
  const advised = await school.call(listReviews.advisor, { token: await school.tokenOf('advisor') })
  const other = advised.find(({ _id }) => !own.has(_id))
  await school.enter(page, 'student', `/review-details/${other?._id}`)
  await expect(page.getByText('This review does not exist', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL('/')
})
