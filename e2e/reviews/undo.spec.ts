import { listReviews } from '#contract/reviews/reviews.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { getDateInDays } from '../kit/days.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { toast } from '../steps/actions.ts'
import { chooseFromMenuByKeys, expectFocusKept, pressByKeys, tabTo } from '../steps/keyboard.ts'
import { rows } from '../steps/lists.ts'
import { findReviewToDecide } from '../steps/meet-and-call.ts'
import {
  bookWithRita,
  formatRitaSlot,
  undoButton,
  undoByKeys,
} from '../steps/schools/booked-with-rita.ts'

test.use(withMotion)

const noUndo =
  'This can no longer be undone: 10 minutes have passed, or the review has changed since'

for (const where of ['home', 'the details'] as const) {
  test(`a decision is undone by keyboard at ${where}, and the week is open again`, {
    tag: slowTests,
  }, async ({ page, school }) => {
    const review = await findReviewToDecide(school)
    const { _id: id, student } = review
    const isAtHome = where === 'home'
    const path = isAtHome ? '/advisor' : `/advisor/review-details/${id}`
    const token = await school.enter(page, 'advisor', path)
    const place = isAtHome ? page.getByRole('listitem').filter({ hasText: student.name }) : page
    await pressByKeys(page, place.getByRole('button', { name: 'Next week', exact: true }))
    await pressByKeys(page, page.getByRole('button', { name: 'Yes, go to the next week' }))
    await expect(toast(page, 'review status updated successfully.')).toBeVisible()
    await expectFocusKept(page)
    const undo = isAtHome ? undoButton(page) : page.getByRole('button', { name: 'Undo' })
    await undoByKeys(page, undo)
    await expect(toast(page, 'Decision undone')).toBeVisible()
    await expectFocusKept(page)
    expect(await school.call(listReviews.advisor, { token, query: { id } })).toEqual([review])
  })
}

test('a cancellation is undone from its message by Tab alone', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { now, details } = await bookWithRita(school)
  await details(page, 'advisor')
  await chooseFromMenuByKeys(page, 'Cancel booking…')
  const dialog = page.getByRole('dialog', { name: 'Cancel booking' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('A mistake')
  await pressByKeys(page, dialog.getByRole('button', { name: 'Cancel booking' }))
  await expect(toast(page, 'Booking cancelled')).toBeVisible()
  await tabTo(page, undoButton(page))
  // A focused toast stays.
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Change undone')).toBeVisible()
  await expectFocusKept(page)
  expect(await now()).toMatchObject({ time: '9:00 AM', day: getDateInDays(1) })
  await expect(rows(page, 'History').first()).toContainText(
    `Henrik Lindqvist undid that: it is ${formatRitaSlot('9:00 AM')} again`,
  )
})

test('a move cannot be undone after a further change, and says so', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { now, details, review, reviewer } = await bookWithRita(school)
  await details(page, 'advisor')
  await chooseFromMenuByKeys(page, 'Move…')
  const ritas = page.getByRole('list', { name: 'Tomorrow with Rita Moreau' })
  await ritas.getByRole('button', { name: '10:00 AM' }).click()
  await page.getByRole('button', { name: 'Move review' }).click()
  await expect(toast(page, 'Review moved')).toBeVisible()
  const value = { reviewId: review._id, reason: 'A fever' }
  await school.call(cancelBooking.reviewer, { token: reviewer.token, body: { value } })
  await undoByKeys(page)
  await expect(toast(page, noUndo)).toBeVisible()
  await expectFocusKept(page)
  expect((await now()).status).toBe('not-scheduled')
})
