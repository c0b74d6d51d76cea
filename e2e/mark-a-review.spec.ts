import type { Page } from '@playwright/test'
import { createReview } from '#contract/reviews/decision.ts'
import { listReviews, type Review } from '#contract/reviews.ts'
import { answer, choose, toast } from './answers.ts'
import { fullDate } from './days.ts'
import { expect, type School, test } from './school.ts'
import { heading } from './shell.ts'

/** The reviewer at the details of the demo student's review, which is booked. */
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

const mark = (page: Page) => page.getByRole('region', { name: 'Mark' })
const pending = (page: Page) => page.getByRole('region', { name: 'Pending tasks' })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const line = (page: Page, number: number) =>
  page.getByLabel(`What is left to do, line ${number}`, { exact: true })

/** What is asked before a mark ends a review that has not begun. */
function tooEarly({ day, time, student, advisor }: Review): string {
  const when = `${fullDate(day ?? '').slice(0, -5)}, ${time}`
  const whatFollows = `it is over, and ${advisor?.name} decides how ${student.name} goes on`
  return `This review begins only ${when}. With a mark the review counts as held: ${whatFollows}.`
}

test('a mark is given, read back, and changed', async ({ page, school }) => {
  const { read, review } = await begin(page, school)
  await expect(mark(page)).toContainText('none yet')
  await expect(mark(page).getByRole('textbox')).toHaveCount(0)
  for (const [code, theory, status] of [
    ['81', '74.5', 'Task Needs Improvement'],
    ['35', '100', 'Task Critical'],
  ] as const) {
    await page.getByRole('button', { name: 'Edit the mark' }).click()
    await page.getByLabel('Code mark').fill(code)
    await page.getByLabel('Theory mark').fill(theory)
    await choose(page, 'Week status', status)
    await save(page).click()
    // It begins only later; once it is over, a mark is changed without a question.
    if ((await read())?.status === 'review-scheduled')
      await answer(page, tooEarly(review), 'Save the mark')
    await expect(toast(page, 'mark updated successfully.')).toBeVisible()
    await expect(mark(page).getByRole('textbox')).toHaveCount(0)
    await expect(mark(page).getByRole('definition')).toHaveText([code, theory, status])
    const saved = { code: Number(code), theory: Number(theory), weekStatus: status }
    expect(await read()).toMatchObject({ status: 'conducted', mark: saved })
  }
})

test('who marks before the review, and without a week status, is asked first and can go back', async ({
  page,
  school,
}) => {
  const { read, review } = await begin(page, school)
  await page.getByRole('button', { name: 'Edit the mark' }).click()
  await page.getByLabel('Code mark').fill('81')
  await page.getByLabel('Theory mark').fill('74')
  await save(page).click()
  const question = `No week status is chosen. ${tooEarly(review)}`
  await answer(page, question, 'Cancel')
  expect(await read()).toMatchObject({ status: 'review-scheduled' })
  await expect(page.getByLabel('Code mark')).toHaveValue('81')
  await expect(save(page)).toBeFocused()
  await save(page).click()
  await answer(page, question, 'Save the mark')
  await expect(toast(page, 'mark updated successfully.')).toBeVisible()
  expect(await read()).toMatchObject({ status: 'conducted', mark: { weekStatus: '' } })
})

test('a typed mark that is left by a link is asked about, and a saved one is not', async ({
  page,
  school,
}) => {
  const { read, review } = await begin(page, school)
  const elsewhere = page.getByRole('banner').getByRole('link', { name: 'Profile' })
  const question = 'What you have typed is not saved, and would be lost.'
  await page.getByRole('button', { name: 'Edit the mark' }).click()
  await elsewhere.click()
  // The address changes before the screen does.
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
  await page.getByRole('button', { name: 'Edit the pending tasks' }).click()
  await line(page, 1).fill('Read about closures')
  await save(page).click()
  await expect(toast(page, 'pending task updated.')).toBeVisible()
  await elsewhere.click()
  await expect(page).toHaveURL('/reviewer/profile')
})

test('a mark takes numbers only, from 0 to 100', async ({ page, school }) => {
  const { read } = await begin(page, school)
  await page.getByRole('button', { name: 'Edit the mark' }).click()
  await page.getByLabel('Code mark').pressSequentially('8x1')
  await expect(page.getByLabel('Code mark')).toHaveValue('81')
  await page.getByLabel('Theory mark').fill('101')
  await save(page).click()
  await expect(page.getByText('Please give a number from 0 to 100')).toBeVisible()
  await expect(page.getByLabel('Theory mark')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(mark(page)).toContainText('none yet')
  expect(await read()).toMatchObject({ status: 'review-scheduled' })
})

test('what is left to do is listed line by line, none of them empty', async ({ page, school }) => {
  const { read } = await begin(page, school)
  await page.getByRole('button', { name: 'Edit the pending tasks' }).click()
  await line(page, 1).fill('Read about closures')
  await line(page, 1).press('Enter')
  await expect(line(page, 2)).toBeFocused()
  await save(page).click()
  await expect(page.getByText('This field is required', { exact: true })).toBeVisible()
  await expect(line(page, 2)).toBeFocused()
  await line(page, 2).fill('Finish the timer app')
  await page.getByRole('button', { name: /^Add a line/ }).click()
  await line(page, 3).fill('One too many')
  await page.getByRole('button', { name: 'Remove line 3 of What is left to do' }).click()
  await save(page).click()
  await expect(toast(page, 'pending task updated.')).toBeVisible()
  const lines = ['Read about closures', 'Finish the timer app']
  await expect(pending(page).getByRole('listitem')).toHaveText(lines)
  await expect(page.getByRole('button', { name: 'Edit the pending tasks' })).toBeVisible()
  expect(await read()).toMatchObject({ status: 'review-scheduled', pendingTask: lines })
})

test("a review that is the reviewer's no longer cannot be changed, in the server's words", async ({
  page,
  school,
}) => {
  const { review } = await begin(page, school)
  await page.getByRole('button', { name: 'Edit the mark' }).click()
  await page.getByLabel('Code mark').fill('81')
  await page.getByLabel('Theory mark').fill('74')
  await choose(page, 'Week status', 'Task Completed')
  await page.getByRole('button', { name: 'Edit the pending tasks' }).click()
  await line(page, 1).fill('Read about closures')

  // Its advisor goes on without the meeting, which frees the slot.
  const token = await school.tokenOf('advisor')
  const body = { id: review._id, value: { status: 'next-week' } } as const
  await school.call(createReview, { token, body })
  for (const [region, question] of [[mark(page), tooEarly(review)], [pending(page)]] as const) {
    await region.getByRole('button', { name: 'Save' }).click()
    if (question) await answer(page, question, 'Save the mark')
    await expect(toast(page, 'This review does not exist')).toBeVisible()
    await page.getByRole('alert').getByRole('button').click()
  }
  await expect(page.getByLabel('Code mark')).toHaveValue('81')
  await expect(line(page, 1)).toHaveValue('Read about closures')
})

test('a mark that could not be sent is still there to be sent again', async ({ page, school }) => {
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
