import type { Page } from '@playwright/test'
import { listReviews, type Review } from '#contract/reviews/reviews.ts'
import { getDateInDays } from '../kit/days.ts'
import { expect, type School, test } from '../kit/school.ts'
import { shiftTimeInReplies } from '../kit/shift-reply-time.ts'
import { slowTests } from '../kit/tags.ts'
import { choose, toast } from '../steps/actions.ts'
import { addReviewerWithSlots } from '../steps/new-reviewer.ts'
import { slotButton } from '../steps/schools/walk-through-week.ts'

/** The advisor at the scheduling screen, with two waiting students and a new reviewer's slots. */
async function begin(page: Page, school: School) {
  const reviewer = await addReviewerWithSlots(school)
  const token = await school.enter(page, 'advisor', '/advisor/review-schedule')
  const [first, second] = await school.call(listReviews.advisor, {
    token,
    query: { type: 'booking' },
  })
  if (!first || !second) throw new Error('nobody waits for a slot')
  return { reviewer, first, second, token }
}

const button = (page: Page) => page.getByRole('button', { name: 'book slot', exact: true })
const waiting = (page: Page) => page.getByRole('list', { name: 'Reviews to be scheduled' })
const ofStudent = ({ student }: Review) => new RegExp(`^${student.name}`)

test('booking a slot for a student takes the slot and removes the student from the waiting list', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { first, second, token } = await begin(page, school)
  await choose(page, 'Student', ofStudent(first))
  await choose(page, 'Reviewer', /^Rita Moreau/)
  await expect(page.getByRole('tab')).toHaveText(['Today', 'Tomorrow', getDateInDays(2)])
  await expect(page.getByRole('tab', { name: 'Tomorrow' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel').getByRole('button')).toHaveText([
    '9:00 AM',
    '9:30 AM',
    '10:00 AM',
  ])

  await expect(button(page)).toHaveCount(0)
  await slotButton(page, '9:30 AM').click()
  await expect(button(page)).toBeVisible()
  await slotButton(page, '9:30 AM').click()
  await expect(button(page)).toHaveCount(0)
  await slotButton(page, '9:30 AM').click()
  await page.getByRole('tab', { name: 'Today' }).click()
  await expect(button(page)).toHaveCount(0)
  await expect(page.getByText('No slots on this day.')).toBeVisible()

  await page.getByRole('tab', { name: getDateInDays(2) }).click()
  await slotButton(page, '10:00 AM').click()
  await button(page).click()
  await expect(toast(page, 'book slot successfully.')).toBeVisible()
  const next = page.getByRole('button', { name: `Next: ${second.student.name}` })
  await expect(next).toBeFocused()
  await expect(slotButton(page, '10:00 AM')).toBeDisabled()
  await expect(slotButton(page, '10:00 AM')).toContainText('booked')
  // Only the selection is filled.
  await expect(slotButton(page, '10:00 AM')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(waiting(page)).not.toContainText(first.student.name)
  const [booked] = await school.call(listReviews.advisor, { token, query: { id: first._id } })
  expect(booked).toMatchObject({
    status: 'review-scheduled',
    day: getDateInDays(2),
    time: '10:00 AM',
  })
})

test('on a phone the selection and its button are in view once a slot is selected', async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { first } = await begin(page, school)
  await choose(page, 'Student', ofStudent(first))
  const best = page.getByRole('list', { name: 'Best slots' }).getByRole('button')
  for (const which of [best.first(), best.last()]) {
    await which.click()
    await expect(button(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/^Books /)).toBeInViewport({ ratio: 1 })
    const [chosen, bar] = await Promise.all([
      which.boundingBox(),
      page.getByText(/^Books /).boundingBox(),
    ])
    if (!chosen || !bar) throw new Error('nothing is drawn')
    expect(chosen.y + chosen.height).toBeLessThanOrEqual(bar.y)
  }
})

test('if two people book the same slot at the same time, one gets it and the other reads why not', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const other = await somebodyElse()
  const { first, second, token } = await begin(page, school)
  await school.enter(other, 'advisor', '/advisor/review-schedule')
  for (const [who, review] of [
    [page, first],
    [other, second],
  ] as const) {
    await choose(who, 'Student', ofStudent(review))
    await expect(who.getByRole('list', { name: 'Best slots' })).toBeVisible()
    await choose(who, 'Reviewer', /^Rita Moreau/)
    await slotButton(who, '9:00 AM').click()
  }

  // Both requests are sent before the server can answer either.
  school.pause()
  await button(page).click()
  await button(other).click()
  school.resume()

  const won = toast(page, 'book slot successfully.')
  const lost = toast(page, 'This slot is already booked')
  await expect(won.or(lost)).toBeVisible()
  const [winner, loser] = (await won.isVisible()) ? [page, other] : [other, page]
  await expect(toast(winner, 'book slot successfully.')).toBeVisible()
  await expect(toast(loser, 'This slot is already booked')).toBeVisible()
  const taken = 'This slot has just been booked by someone else. Pick another.'
  await expect(loser.getByText(taken)).toBeFocused()
  for (const who of [page, other]) await expect(slotButton(who, '9:00 AM')).toBeDisabled()
  await expect(slotButton(loser, '9:30 AM')).toBeEnabled()
  const waits = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  expect(waits.filter(({ _id }) => _id === first._id || _id === second._id)).toHaveLength(1)
})

test('at midnight the tabs move on by a day while the screen is open', async ({ page, school }) => {
  await page.clock.install()
  await begin(page, school)
  await choose(page, 'Reviewer', /^Rita Moreau/)
  await expect(page.getByRole('tab')).toHaveText(['Today', 'Tomorrow', getDateInDays(2)])
  // A call in progress would time out when the clock jumps.
  await page.waitForLoadState('networkidle')
  await shiftTimeInReplies(page, 24 * 60 * 60 * 1000)
  await page.clock.fastForward('24:00:00')
  await expect(page.getByRole('tab')).toHaveText(['Today', 'Tomorrow', getDateInDays(3)])
  await page.getByRole('tab', { name: 'Today' }).click()
  await expect(slotButton(page, '9:00 AM')).toBeVisible()
})
