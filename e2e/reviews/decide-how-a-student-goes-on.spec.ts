import type { Page } from '@playwright/test'
import { toastMs } from '#contract/limits/limits.ts'
import { updateTaskStatus } from '#contract/reviews/marking.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer, toast } from '../steps/actions.ts'
import { findReviewToDecide } from '../steps/meet-and-call.ts'

/** The advisor at a review that waits for a decision. */
async function begin(page: Page, school: School) {
  const token = await school.tokenOf('advisor')
  const review = await findReviewToDecide(school)
  await school.enter(page, 'advisor', `/advisor/review-details/${review._id}`)
  return { token, review }
}

const nextWeek = 'Are you sure you want to proceed to the next week?'
const repeatWeek = 'Are you sure you want to repeat this week?'
const taskFields = { 'Seminar Video': 'seminar', 'Progress Video': 'progress', Typing: 'typing' }

/** Whether nothing covers its centre. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('quick successive changes are all saved on a slow server', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { review, token } = await begin(page, school)
  const wanted: Record<string, string> = {}
  await expect(page.getByRole('radiogroup')).toHaveCount(3)
  school.pause()
  for (const [name, field] of Object.entries(taskFields)) {
    const choice = page.getByRole('radiogroup', { name })
    const before = await choice.getByRole('radio', { checked: true }).getAttribute('value')
    const other = before === 'completed' ? 'Not added' : 'completed'
    wanted[field] = other
    await choice.getByText(other, { exact: true }).click()
    await expect(choice.getByRole('radio', { name: other })).toBeChecked()
  }
  school.resume()
  await expect(toast(page, 'task status updated successfully.')).toBeVisible()
  const read = async () =>
    (await school.call(listReviews.advisor, { token, query: { id: review._id } }))[0]?.taskStatus
  await expect.poll(read).toEqual(wanted)
})

test('a choice that takes long to save is marked as unsaved until it is saved', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { review, token } = await begin(page, school)
  const choice = page.getByRole('radiogroup', { name: 'Typing' })
  const before = await choice.getByRole('radio', { checked: true }).getAttribute('value')
  const other = before === 'completed' ? 'Not added' : 'completed'
  // Dialogs are loaded after the screen.
  await page.waitForLoadState('networkidle')
  school.pause()
  await choice.getByText(other, { exact: true }).click()
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  const question = 'Your changes are still being saved and will be lost if you close this page now.'
  await answer(page, question, 'Cancel')
  school.resume()
  await expect(toast(page, 'task status updated successfully.')).toBeVisible()
  await expect(page.getByText('Not saved yet', { exact: true })).toHaveCount(0)
  const [saved] = await school.call(listReviews.advisor, { token, query: { id: review._id } })
  expect(saved?.taskStatus.typing).toBe(other)
})

test('a decision is undone with one click, also after a reload, and can be made again', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { review, token } = await begin(page, school)
  await page.getByRole('button', { name: 'Next week', exact: true }).click()
  await answer(page, nextWeek, 'Yes, go to the next week')
  const decided = toast(page, 'review status updated successfully.')
  await expect(decided).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo' })
  expect(await undo.evaluate(isOnTop)).toBe(true)
  await page.reload()
  await undo.click()
  await expect(toast(page, 'Decision undone')).toBeVisible()
  const question = page.getByRole('region', { name: `What is next for ${review.student.name}?` })
  await expect(question.getByRole('heading')).toBeFocused()
  const query = { student: review.student._id, open: 'true' }
  expect(await school.call(listReviews.advisor, { token, query })).toEqual([review])

  await page.getByRole('button', { name: 'Repeat week' }).click()
  await answer(page, repeatWeek, 'Yes, repeat the week')
  await expect(decided).toBeVisible()
  await undo.click()
  await expect(toast(page, 'Decision undone')).toBeVisible()
  // Long before it would disappear by itself.
  await expect(decided).toHaveCount(0, { timeout: toastMs / 2 })
})

test('once something has happened to the next review, undo is gone', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { review, token } = await begin(page, school)
  await page.getByRole('button', { name: 'Next week', exact: true }).click()
  await answer(page, nextWeek, 'Yes, go to the next week')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const query = { student: review.student._id, open: 'true' }
  const [next] = await school.call(listReviews.advisor, { token, query })
  const body = { id: next?._id ?? '', value: { typing: 'completed' } } as const
  await school.call(updateTaskStatus.advisor, { token, body })
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(page.getByText(/^This review is closed/)).toBeVisible()
})

test('if a review is decided in two tabs at once, one decision counts and the other tab says why', {
  tag: slowTests,
}, async ({ page, school, context }) => {
  const { review } = await begin(page, school)
  const other = await context.newPage()
  await other.goto(page.url())
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Next week', exact: true }).click()
    await expect(tab.getByText(nextWeek)).toBeVisible()
  }
  school.pause()
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Yes, go to the next week' }).click()
  }
  school.resume()
  const done = toast(page, 'review status updated successfully.')
  const refused = toast(page, 'The next review is already open')
  await expect(done.or(refused)).toBeVisible()
  const [winner, loser] = (await done.isVisible()) ? [page, other] : [other, page]
  await expect(toast(winner, 'review status updated successfully.')).toBeVisible()
  const why = 'The next review is already open'
  await expect(toast(loser, why)).toBeVisible()
  expect(loser.url()).toContain(review._id)
})
