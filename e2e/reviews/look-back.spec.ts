import type { Locator } from '@playwright/test'
import { updateMark } from '#contract/reviews/marking.ts'
import { listOwnReviews, type Review } from '#contract/reviews/reviews.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { getFacts, goTo, heading } from '../steps/shell.ts'

async function readReviews(school: School): Promise<Review[]> {
  return school.call(listOwnReviews, { token: await school.tokenOf('student') })
}

/** The colour of the dot beside a status. */
async function expectDot(word: Locator, colour: string): Promise<void> {
  await expect(word.locator('xpath=preceding-sibling::*[1]')).toHaveCSS('background-color', colour)
}

const green = 'rgb(47, 158, 68)'
const red = 'rgb(224, 49, 49)'

test('the manifest lists every week, first one first, and each card opens its review', {
  tag: slowTests,
}, async ({ page, school }) => {
  const reviews = await readReviews(school)
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
  // Anywhere on the card works.
  await cards.nth(2).click({ position: { x: 12, y: 60 } })
  await expect(page).toHaveURL(`/review-details/${reviews[2]?._id}`)
  await expect(heading(page, 'Review Details')).toBeFocused()
})

test('every status has its label and its coloured dot', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const reviews = await readReviews(school)
  const present = reviews[5]?._id ?? ''
  const mark = { code: 40, theory: 45.5, weekStatus: 'Task Critical' as const }
  const reviewer = await school.tokenOf('reviewer')
  await school.enter(page, 'student', `/review-details/${present}`)
  const card = page.getByRole('region', { name: 'Mark', exact: true })
  await expect(card).toBeVisible()
  const last = reviews[4]?.mark
  expect(await getFacts(card)).toEqual({
    'Code mark': `none yet last week ${last?.code}`,
    'Theory mark': `none yet last week ${last?.theory}`,
    'Week status': `none yet last week ${last?.weekStatus}`,
  })
  await school.call(updateMark, { token: reviewer, body: { id: present, value: { mark } } })
  for (const [place, word, colour] of [
    [0, 'Task Completed', green],
    [1, 'Task Needs Improvement', 'rgb(242, 183, 5)'],
    [2, 'Week Repeat', 'rgb(28, 126, 214)'],
    [5, 'Task Critical', 'rgb(232, 89, 12)'],
  ] as const) {
    await page.goto(`/review-details/${reviews[place]?._id}`)
    await expectDot(card.getByText(word, { exact: true }), colour)
  }
  expect(await getFacts(card)).toMatchObject({
    'Code mark': `40 down from ${last?.code} last week`,
    'Theory mark': `45.5 down from ${last?.theory} last week`,
  })

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
