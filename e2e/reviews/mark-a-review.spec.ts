import type { Page } from '@playwright/test'
import { listReviews, type Review } from '#contract/reviews/reviews.ts'
import { formatFullDate } from '../kit/days.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer, choose, toast } from '../steps/actions.ts'
import { heading } from '../steps/shell.ts'

/** The reviewer at the demo student's booked review. */
async function begin(page: Page, school: School) {
  const token = await school.tokenOf('reviewer')
  const query = { search: 'student@weekward.test', open: 'true' }
  const [review] = await school.call(listReviews.reviewer, { token, query })
  if (!review) throw new Error('the demo student has no open review')
  await school.enter(page, 'reviewer', `/reviewer/review-details/${review._id}`)
  const read = async () => {
    const [found] = await school.call(listReviews.reviewer, { token, query: { id: review._id } })
    return found
  }
  return { review, read }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const line = (page: Page, number: number) =>
  page.getByLabel(`What is left to do, line ${number}`, { exact: true })

/** The question before a mark ends a review that has not begun. */
function tooEarly({ day, time, student, advisor }: Review): string {
  const when = `${formatFullDate(day ?? '').slice(0, -5)}, ${time}`
  const whatFollows = `After that, ${advisor?.name} decides whether ${student.name} repeats the week or moves on`
  return `This review starts on ${when}. Saving a mark completes the review. ${whatFollows}.`
}

test('leaving an unsaved mark asks for confirmation, leaving a saved one does not', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { read, review } = await begin(page, school)
  const elsewhere = page.getByRole('banner').getByRole('link', { name: 'Profile' })
  const question = 'Your changes are not submitted. They are kept as a draft.'
  await page.getByRole('button', { name: 'Edit the mark' }).click()
  await elsewhere.click()
  // The path changes before the screen does.
  await expect(heading(page, 'Profile')).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: 'Edit the mark' }).click()
  await page.getByLabel('Code mark').fill('81')
  await elsewhere.click()
  await answer(page, question, 'Cancel')
  await expect(page).toHaveURL(new RegExp(review._id))
  await expect(page.getByLabel('Code mark')).toHaveValue('81')
  await page.goForward()
  await answer(page, question, 'Leave')
  await expect(heading(page, 'Profile')).toBeVisible()
  expect(await read()).toMatchObject({ status: 'review-scheduled' })

  await page.goBack()
  await expect(
    page.getByText('You have unsent marks or feedback. Press Edit to continue.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Edit the pending tasks' }).click()
  await line(page, 1).fill('Read about closures')
  await save(page).click()
  await expect(toast(page, 'pending task updated.')).toBeVisible()
  await elsewhere.click()
  await expect(page).toHaveURL('/reviewer/profile')
})

test('a mark that could not be sent can be sent again', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const { review } = await begin(page, school)
  await page.getByRole('button', { name: 'Edit the mark' }).click()
  await page.getByLabel('Code mark').fill('81')
  await page.getByLabel('Theory mark').fill('74')
  await choose(page, 'Week status', 'Task Completed')
  await school.stop()
  await save(page).click()
  await answer(page, tooEarly(review), 'Save the mark')
  await expect(toast(page, 'error')).toBeVisible()
  await expect(page.getByLabel('Code mark')).toHaveValue('81')
  await school.startAgain()
  await save(page).click()
  await answer(page, tooEarly(review), 'Save the mark')
  await expect(toast(page, 'mark updated successfully.')).toBeVisible()
})
