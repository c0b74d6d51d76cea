import { createReview } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { findAxeViolations } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { choose, toast } from '../steps/actions.ts'
import { makeBookedReview } from '../steps/meet-and-call.ts'
import { expectError } from '../steps/shell.ts'

test('marks entered during the review survive a reload and are then submitted', {
  tag: slowTests,
}, async ({ page, school }) => {
  const review = await makeBookedReview(school)
  await school.enter(page, 'reviewer', `/reviewer/call/${review._id}`)
  await page.getByLabel('Code mark').fill('77')
  await page.getByLabel('Theory mark').fill('68')
  await choose(page, 'Week status', 'Task Completed')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Code mark')).toHaveValue('77')
  await expect(page.getByLabel('Theory mark')).toHaveValue('68')
  await expect(page.getByRole('combobox', { name: 'Week status' })).toHaveValue('Task Completed')
  await page.getByRole('button', { name: 'Submit the mark' }).click()
  // It is marked before its slot.
  await page.getByRole('dialog').getByRole('button', { name: 'Save the mark' }).click()
  await expect(toast(page, 'mark updated successfully.')).toBeVisible()
  expect((await makeBookedReview(school)).mark).toEqual({
    code: 77,
    theory: 68,
    weekStatus: 'Task Completed',
  })
})

test('feedback typed without a connection survives a reload, is sent with the mark, and is answered', async ({
  page,
  school,
  somebodyElse,
}) => {
  const review = await makeBookedReview(school)
  await school.enter(page, 'reviewer', `/reviewer/call/${review._id}`)
  const feedback = page.getByLabel('Feedback to the student')
  await expect(feedback).toBeVisible()
  await school.setOffline(page.context(), true)
  await feedback.fill('# Theory\n\n- Read **closures** again')
  await page.getByLabel('Note for staff').fill('Looked tired')
  await school.setOffline(page.context(), false)
  await page.reload()
  await expect(feedback).toHaveValue('# Theory\n\n- Read **closures** again')
  await expect(page.locator('li strong', { hasText: 'closures' })).toBeVisible()
  await page.getByLabel('Code mark').fill('77')
  await page.getByLabel('Theory mark').fill('68')
  await choose(page, 'Week status', 'Task Completed')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit the mark' }).click()
  // It is marked before its slot.
  await page.getByRole('dialog').getByRole('button', { name: 'Save the mark' }).click()
  await expect(toast(page, 'mark updated successfully.')).toBeVisible()

  const student = await somebodyElse()
  await school.enter(student, 'student', `/review-details/${review._id}`)
  const card = student.getByRole('region', { name: 'Feedback' })
  await expect(card.locator('li strong', { hasText: 'closures' })).toBeVisible()
  await expect(student.getByText('Looked tired')).toHaveCount(0)
  expect(await findAxeViolations(student)).toEqual([])
  await card.getByLabel('Your reply').fill('I will')
  await card.getByRole('button', { name: 'Send the reply' }).click()
  await expect(toast(student, 'Your reply was sent.')).toBeVisible()
  await expect(card.getByRole('textbox')).toHaveCount(0)

  await page.goto(`/reviewer/review-details/${review._id}`)
  await expect(page.getByRole('region', { name: 'Feedback' })).toContainText('I will')
  await expect(page.getByText('Looked tired')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
})

test('pending tasks are ticked off or kept, survive a reload, and are then submitted', {
  tag: slowTests,
}, async ({ page, school }) => {
  const review = await makeBookedReview(school)
  const token = await school.tokenOf('reviewer')
  const body = { id: review._id, pendingTopic: ['Read about joins', 'Write the tests'] }
  await school.call(updateMark, { token, body })
  await school.enter(page, 'reviewer', `/reviewer/call/${review._id}`)
  await page.getByLabel('Pending task 1 is done').check()
  await page.getByRole('button', { name: 'Add a pending task' }).click()
  await page.getByLabel('Pending task 3', { exact: true }).fill('Show the index')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Pending task 1 is done')).toBeChecked()
  await expect(page.getByLabel('Pending task 3', { exact: true })).toHaveValue('Show the index')
  await page.getByRole('button', { name: 'Submit the pending tasks' }).click()
  await expect(toast(page, 'pending task updated.')).toBeVisible()
  expect((await makeBookedReview(school)).pendingTask).toEqual([
    'Write the tests',
    'Show the index',
  ])
})

test('pending tasks are added by keyboard, line by line, and shown as saved only once they are', async ({
  page,
  school,
}) => {
  const review = await makeBookedReview(school)
  const stored = async () => (await makeBookedReview(school)).pendingTask
  const token = await school.tokenOf('reviewer')
  await school.call(updateMark, { token, body: { id: review._id, pendingTopic: ['Read'] } })
  await school.enter(page, 'reviewer', `/reviewer/call/${review._id}`)
  const line = (number: number) => page.getByLabel(`Pending task ${number}`, { exact: true })
  await page.getByRole('button', { name: 'Add a pending task' }).focus()
  await page.keyboard.press('Space')
  await expect(line(2)).toBeFocused()
  const long = `Explain ${'why an index helps here, '.repeat(12)}in your own words`
  const { height = 0 } = (await line(1).boundingBox()) ?? {}
  await page.keyboard.type('   ')
  await expect(line(3)).toHaveCount(0)

  const submit = page.getByRole('button', { name: 'Submit the pending tasks' })
  await submit.click()
  await expect(line(2)).toBeFocused()
  await expectError(line(2), 'This field is required')
  await expect(toast(page, 'pending task updated.')).toHaveCount(0)
  expect(await stored()).toEqual(['Read'])

  await line(2).fill(long)
  // All of it is readable.
  await expect.poll(async () => (await line(2).boundingBox())?.height).toBeGreaterThan(height * 2)
  await line(2).press('Enter')
  await expect(line(3)).toBeFocused()
  await page.getByRole('button', { name: 'Remove pending task 3' }).click()
  await expect(line(2)).toBeFocused()
  await page.getByLabel('Pending task 1 is done').check()
  await submit.click()
  await expect(toast(page, 'pending task updated.')).toBeVisible()
  expect(await stored()).toEqual([long])
  await expect(line(1)).toHaveValue(long)
  await expect(line(2)).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove pending task 1' }).click()
  await expect(page.getByRole('button', { name: 'Add a pending task' })).toBeFocused()
  await submit.click()
  await expect.poll(stored).toEqual([])
})

test('reviewer and advisor see in the review who joined and when', {
  tag: slowTests,
}, async ({ page, school }) => {
  const review = await makeBookedReview(school)
  await school.enter(page, 'reviewer', `/reviewer/review-details/${review._id}`)
  const record = page.getByRole('region', { name: 'Call' })
  await expect(page.getByRole('region', { name: 'Student Details' })).toBeVisible()
  await expect(record).toHaveCount(0)
  await page.getByRole('button', { name: 'Start Review' }).click()
  await expect(page.getByText('Waiting for Student to join the Room')).toBeVisible()
  await page.goBack()
  await expect(record).toContainText(`${review.reviewer?.name} joined`)
  await expect(record).toContainText(`${review.reviewer?.name} left`)
  await school.enter(page, 'advisor', `/advisor/review-details/${review._id}`)
  await expect(record).toContainText(`${review.reviewer?.name} joined`)
})

test('once the advisor has decided on the marks, they are shown beside the video and stay as they are', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { _id: id } = await makeBookedReview(school)
  const mark = { code: 77, theory: 68, weekStatus: 'Task Completed' } as const
  const reviewer = await school.tokenOf('reviewer')
  await school.call(updateMark, { token: reviewer, body: { id, value: { mark } } })
  await school.enter(page, 'reviewer', `/reviewer/call/${id}`)
  await expect(page.getByLabel('Code mark')).toHaveValue('77')
  const advisor = await school.tokenOf('advisor')
  const value = { status: 'next-week' } as const
  await school.call(createReview.advisor, { token: advisor, body: { id, value } })
  await expect(page.getByText('The advisor has decided')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit the mark' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Mark', exact: true })).toContainText('77')
})
