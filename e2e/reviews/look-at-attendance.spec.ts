import type { Page } from '@playwright/test'
import { listOwnReviews, type Review } from '#contract/reviews/reviews.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { getCells, getColumnHeaders, isShownAsCards, rows } from '../steps/lists.ts'
import { makeBookedReview } from '../steps/meet-and-call.ts'
import { getFacts, heading } from '../steps/shell.ts'

const listed = ['Week', 'status', 'When', 'reviewer name', 'Marks', 'Action']
const onCard = ['status', 'When']

/** The reviewer enters the room of the booked review, waits alone and leaves. */
async function comeAlone(school: School, page: Page): Promise<Review> {
  const review = await makeBookedReview(school)
  await school.enter(page, 'reviewer', `/reviewer/review-details/${review._id}`)
  await page.getByRole('button', { name: 'Start Review' }).click()
  await expect(page.getByText('Waiting for Student to join the Room')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Call' })).toContainText('left')
  return review
}

test('an admin gets from the list of students to the attendance of a review', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const review = await comeAlone(school, await somebodyElse())
  const { student, reviewer } = review
  await school.enter(page, 'admin', `/admin/student-list?search=${student.name}`)
  await rows(page, 'students').getByRole('link', { name: student.name, exact: true }).click()
  await expect(heading(page, student.name)).toBeVisible()

  const isCard = isShownAsCards(page)
  expect(await getColumnHeaders(page, 'Reviews')).toEqual(isCard ? onCard : listed)
  const reviews = await school.call(listOwnReviews, { token: await school.tokenOf('student') })
  await expect(rows(page, 'Reviews')).toHaveCount(reviews.length)
  const first = ['05', 'Scheduled', reviewer?.name, '–']
  const said = await getCells(rows(page, 'Reviews').first())
  expect(said).toEqual(expect.arrayContaining(isCard ? ['Scheduled'] : first))
  await expect(rows(page, 'Reviews').first()).toContainText('05')
  await expect(rows(page, 'Reviews').last()).toContainText('01')

  await rows(page, 'Reviews')
    .first()
    .getByRole('link', { name: /^review details/ })
    .click()
  await expect(heading(page, 'Review Details')).toBeVisible()
  const card = (title: string) => page.getByRole('region', { name: title, exact: true })
  await expect(card('Student Details')).toBeVisible()
  expect(await getFacts(card('Student Details'))).toMatchObject({
    Name: student.name,
    Week: '05',
    Reviewer: reviewer?.name,
  })
  for (const title of ['Mark', 'Pending tasks', 'Task Details']) {
    await expect(card(title)).toBeVisible()
  }
  await expect(card('Call')).toContainText(`${reviewer?.name} joined`)
  await expect(card('Call')).toContainText(`${reviewer?.name} left`)
  await expect(card('Call')).not.toContainText('They were not in the call together.')
  await expect(card('Call')).not.toContainText(student.name)
  // Marks are the reviewer's alone; what an advisor may do, an admin may too.
  for (const kind of ['textbox', 'combobox', 'spinbutton'] as const) {
    await expect(page.getByRole('main').getByRole(kind)).toHaveCount(0)
  }

  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await way.getByRole('link', { name: student.name, exact: true }).click()
  await expect(heading(page, student.name)).toBeVisible()
  await way.getByRole('link', { name: 'Students', exact: true }).click()
  await expect(heading(page, 'Students')).toBeVisible()
})
